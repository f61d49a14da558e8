import TenutoExtension

/// A note on one channel of one group.
struct ArpeggioNote: BitwiseCopyable {
  var group: UInt8 = 0
  var channel: UInt8 = 0
  var number: UInt8 = 0
  var velocity: UInt16 = 0
  /// Whether its key is down; it may be latched.
  var isDown = true

  // Spelled out: an implicit one of another file is refused on the render path of debug builds.
  @_noLocks init(
    group: UInt8 = 0, channel: UInt8 = 0, number: UInt8 = 0, velocity: UInt16 = 0
  ) {
    self.group = group
    self.channel = channel
    self.number = number
    self.velocity = velocity
  }

  /// Orders notes by pitch, those of one pitch by channel and group.
  var key: UInt32 {
    @_noLocks get { UInt32(number) << 8 | UInt32(channel) << 4 | UInt32(group) }
  }
}

/// Up to 128 notes in an order; further ones are ignored.
struct NoteList: BitwiseCopyable {
  private var notes = InlineArray<128, ArpeggioNote>(repeating: ArpeggioNote())
  /// Notes in the list.
  private(set) var count = 0

  /// Notes that it can have.
  static var capacity: Int { @_noLocks get { 128 } }

  /// One note, `0..<count`.
  subscript(index: Int) -> ArpeggioNote {
    @_noLocks mutating get { notes[index & 127] }
    @_noLocks set { notes[index & 127] = newValue }
  }

  /// Returns where a note is, -1 if it is not there.
  @_noLocks mutating func index(of key: UInt32) -> Int {
    for index in 0..<count where notes[index & 127].key == key { return index }
    return -1
  }

  /// Puts a note at the end.
  @_noLocks mutating func append(_ note: ArpeggioNote) { insert(note, at: count) }

  /// Puts a note where its pitch belongs.
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

  /// Takes a note out.
  @_noLocks mutating func remove(at place: Int) {
    guard place >= 0 && place < count else { return }
    count &-= 1
    for index in place..<count { notes[index & 127] = notes[(index &+ 1) & 127] }
  }

  /// Takes all notes out.
  @_noLocks mutating func removeAll() { count = 0 }
}
