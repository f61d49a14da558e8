import TenutoExtension

/// A note on one channel of one group.
struct ArpeggioNote: BitwiseCopyable {
  var group: UInt8 = 0
  var channel: UInt8 = 0
  var number: UInt8 = 0
  var velocity: UInt16 = 0
  /// Whether its key is down; it may be latched.
  var isDown = true

  // Written out: debug builds reject an implicit initialiser of another file on the render path.
  @_noLocks init(
    group: UInt8 = 0, channel: UInt8 = 0, number: UInt8 = 0, velocity: UInt16 = 0
  ) {
    self.group = group
    self.channel = channel
    self.number = number
    self.velocity = velocity
  }

  /// Orders notes by pitch, then by channel and group.
  var key: UInt32 {
    @_noLocks get { UInt32(number) << 8 | UInt32(channel) << 4 | UInt32(group) }
  }
}

/// An ordered list of up to 128 notes, which ignores further ones.
struct NoteList: BitwiseCopyable {
  private var notes = InlineArray<128, ArpeggioNote>(repeating: ArpeggioNote())
  /// Notes in the list.
  private(set) var count = 0

  /// Greatest number of notes.
  static var capacity: Int { @_noLocks get { 128 } }

  /// The note at an index, `0..<count`.
  subscript(index: Int) -> ArpeggioNote {
    @_noLocks mutating get { notes[index & 127] }
    @_noLocks set { notes[index & 127] = newValue }
  }

  /// Returns the index of a note, or -1.
  @_noLocks mutating func index(of key: UInt32) -> Int {
    for index in 0..<count where notes[index & 127].key == key { return index }
    return -1
  }

  /// Appends a note.
  @_noLocks mutating func append(_ note: ArpeggioNote) { insert(note, at: count) }

  /// Inserts a note by pitch.
  @_noLocks mutating func insertByPitch(_ note: ArpeggioNote) {
    var place = count
    while place > 0 && notes[(place &- 1) & 127].key > note.key { place &-= 1 }
    insert(note, at: place)
  }

  @_noLocks private mutating func insert(_ note: ArpeggioNote, at place: Int) {
    guard count < Self.capacity else { return }
    var index = count
    while index > place {
      notes[index & 127] = notes[(index &- 1) & 127]
      index &-= 1
    }
    notes[place & 127] = note
    count &+= 1
  }

  /// Removes the note at an index.
  @_noLocks mutating func remove(at place: Int) {
    guard place >= 0 && place < count else { return }
    count &-= 1
    for index in place..<count { notes[index & 127] = notes[(index &+ 1) & 127] }
  }

  /// Removes all notes.
  @_noLocks mutating func removeAll() { count = 0 }
}
