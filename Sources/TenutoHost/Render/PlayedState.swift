internal import TenutoMIDI

/// What a stream of MIDI has left behind: notes that are held, controllers where they stand.
///
/// Its memory is made off the render thread and never grows; what finds no place in it is left out.
/// Every operation takes the same short time, whatever the stream does.
@safe struct PlayedState: ~Copyable {
  private let entries: UnsafeMutablePointer<Entry>
  private let ages: UnsafeMutablePointer<Age>
  /// Whether only notes are kept.
  private let keepsNotesOnly: Bool

  /// The newest message with one key; `key` 0 is a free place.
  private struct Entry: BitwiseCopyable {
    var key: UInt32
    var word0: UInt32
    var word1: UInt32
    var age: UInt32
  }

  /// Moves on when all notes or all controllers of a channel end at once.
  private struct Age: BitwiseCopyable {
    var notes: UInt32
    var controllers: UInt32
  }

  private static var setCount: Int { @_noLocks get { 64 } }
  private static var wayCount: Int { @_noLocks get { 16 } }
  private static var capacity: Int { @_noLocks get { setCount * wayCount } }

  /// Thread: control.
  init(keepsNotesOnly: Bool) {
    self.keepsNotesOnly = keepsNotesOnly
    unsafe entries = .allocate(capacity: Self.capacity)
    unsafe entries.initialize(
      repeating: Entry(key: 0, word0: 0, word1: 0, age: 0), count: Self.capacity)
    unsafe ages = .allocate(capacity: 256)
    unsafe ages.initialize(repeating: Age(notes: 0, controllers: 0), count: 256)
  }

  deinit {
    unsafe entries.deallocate()
    unsafe ages.deallocate()
  }

  /// Takes a channel voice message of either protocol.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ ump: UMP) {
    let type = ump.messageType
    guard type == 2 || type == 4 else { return }
    switch ump.opcode {
    case 0x9 where type == 2 && ump.data2 & 0x7F == 0: remove(Self.noteKey(ump))
    case 0x9: store(Self.noteKey(ump), ump)
    case 0x8: remove(Self.noteKey(ump))
    case 0xB: takeController(ump)
    case 0xC, 0xD, 0xE: store(ump.word0 & 0xFFFF_0000, ump)
    case 0x0, 0x1, 0x2, 0x3: store(ump.word0, ump)
    case 0x6: store(ump.word0 & 0xFFFF_FF00, ump)
    default: break  // What passes by, such as the pressure on a key.
    }
  }

  /// The number of places; each holds a message or none.
  var placeCount: Int { @_noLocks get { Self.capacity } }

  /// The message at a place: a note that is held, or something else that still holds.
  ///
  /// Thread: render.
  @_noLocks
  mutating func message(at place: Int, isNote: Bool) -> UMP? {
    precondition(place >= 0 && place < Self.capacity)
    let entry = unsafe entries[place]
    guard isCurrent(entry), Self.isNote(entry.word0) == isNote else { return nil }
    return UMP(entry.word0, entry.word1)
  }

  /// What ends the note that is held at a place; nil where there is none.
  ///
  /// Thread: render.
  @_noLocks
  mutating func end(at place: Int) -> UMP? {
    guard let note = message(at: place, isNote: true) else { return nil }
    let isMIDI1 = note.messageType == 2
    return UMP(
      messageType: note.messageType, group: note.group, status: 0x80 | note.channel,
      data1: note.data1, data2: isMIDI1 ? 64 : 0, word1: isMIDI1 ? 0 : 0x8000_0000)
  }

  /// Forgets all.
  ///
  /// Thread: render.
  @_noLocks
  mutating func removeAll() {
    for place in 0..<Self.capacity { unsafe entries[place].key = 0 }
  }
}

extension PlayedState {
  @_noLocks
  private mutating func takeController(_ ump: UMP) {
    let channel = Self.channel(ump.word0)
    switch ump.data1 {
    case 120, 123...127: unsafe ages[channel].notes &+= 1
    case 121: unsafe ages[channel].controllers &+= 1
    default: store(ump.word0 & 0xFFFF_FF00, ump)
    }
  }

  @_noLocks
  private mutating func store(_ key: UInt32, _ ump: UMP) {
    let isNote = Self.isNote(ump.word0)
    guard isNote || !keepsNotesOnly else { return }
    let first = Self.set(of: key)
    var free = -1
    var place = first
    while place < first + Self.wayCount {
      let entry = unsafe entries[place]
      if entry.key == key {
        free = place
        break
      }
      if free < 0 && !isCurrent(entry) { free = place }
      place += 1
    }
    guard free >= 0 else { return }
    unsafe entries[free] = Entry(
      key: key, word0: ump.word0, word1: ump.word1, age: age(of: ump.word0))
  }

  @_noLocks
  private mutating func remove(_ key: UInt32) {
    let first = Self.set(of: key)
    for place in first..<first + Self.wayCount where unsafe entries[place].key == key {
      unsafe entries[place].key = 0
    }
  }

  @_noLocks
  private mutating func isCurrent(_ entry: Entry) -> Bool {
    entry.key != 0 && entry.age == age(of: entry.word0)
  }

  @_noLocks
  private mutating func age(of word0: UInt32) -> UInt32 {
    let age = unsafe ages[Self.channel(word0)]
    if Self.isNote(word0) { return age.notes }
    return Self.isLeftAlone(word0) ? 0 : age.controllers
  }

  /// What Reset All Controllers does not touch (MIDI recommended practice 015): the program,
  /// registered and assignable parameters, banks, volume, pan, sound and effects controllers.
  @_noLocks
  private static func isLeftAlone(_ word0: UInt32) -> Bool {
    switch word0 >> 20 & 0xF {
    case 0x2, 0x3, 0xC: return true
    case 0xB:
      switch word0 >> 8 & 0x7F {
      case 0, 7, 10, 32, 70...79, 91...95: return true
      default: return false
      }
    default: return false
    }
  }

  /// Group and channel.
  @_noLocks
  private static func channel(_ word0: UInt32) -> Int {
    Int(word0 >> 24 & 0xF) << 4 | Int(word0 >> 16 & 0xF)
  }

  @_noLocks
  private static func isNote(_ word0: UInt32) -> Bool { word0 >> 20 & 0xF == 0x9 }

  @_noLocks
  private static func noteKey(_ ump: UMP) -> UInt32 {
    ump.word0 & 0xFF0F_FF00 | 0x0090_0000
  }

  @_noLocks
  private static func set(of key: UInt32) -> Int {
    Int((key &* 0x9E37_79B1) >> 26) * wayCount
  }
}
