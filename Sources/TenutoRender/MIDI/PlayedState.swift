internal import TenutoMIDI

/// The state left by a MIDI stream: held notes, and the last value of each controller.
///
/// Its memory is allocated outside the render thread and never grows; messages without a free entry
/// are dropped. Every operation takes the same short time, whatever the stream does.
@safe struct PlayedState: ~Copyable {
  private let entries: UnsafeMutablePointer<Entry>
  private let epochs: UnsafeMutablePointer<Epoch>
  /// Whether only notes are kept.
  private let keepsNotesOnly: Bool

  /// The oldest and the newest entry with a message, or −1.
  private var (oldest, newest) = (-1, -1)

  /// The newest message with one key; `key` 0 marks a free entry.
  private struct Entry: BitwiseCopyable {
    var key: UInt32 = 0
    var word0: UInt32 = 0
    var word1: UInt32 = 0
    var epoch: UInt32 = 0
    /// When it arrived.
    var moment = Moment()
    /// The next older and the next younger entry, or −1.
    var older: Int16 = -1
    var newer: Int16 = -1

    /// Creates a free entry.
    init() {}

    @_noLocks
    init(key: UInt32, _ message: UMP, epoch: UInt32, moment: Moment) {
      self.key = key
      (word0, word1) = (message.word0, message.word1)
      self.epoch = epoch
      self.moment = moment
    }
  }

  /// The time at which a message arrived.
  struct Moment: BitwiseCopyable, Equatable {
    /// The cycle, as instances count them.
    var cycle: UInt32 = 0
    /// The clock time in ns.
    var time: UInt64 = 0

    @_noLocks
    init(cycle: UInt32 = 0, time: UInt64 = 0) {
      self.cycle = cycle
      self.time = time
    }
  }

  /// Advances when all notes or all controllers of a channel end at once.
  private struct Epoch: BitwiseCopyable {
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
    unsafe entries.initialize(repeating: Entry(), count: Self.capacity)
    unsafe epochs = .allocate(capacity: 256)
    unsafe epochs.initialize(repeating: Epoch(notes: 0, controllers: 0), count: 256)
  }

  deinit {
    unsafe entries.deallocate()
    unsafe epochs.deallocate()
  }

  /// Takes a channel voice message of either protocol that arrived at `moment`.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(_ ump: UMP, at moment: Moment = Moment()) {
    let type = ump.messageType
    guard type == 2 || type == 4 else { return }
    switch ump.opcode {
    case 0x9 where type == 2 && ump.data2 & 0x7F == 0: remove(Self.noteKey(ump))
    case 0x9: store(Self.noteKey(ump), ump, moment)
    case 0x8: remove(Self.noteKey(ump))
    case 0xB: takeController(ump, moment)
    case 0xC, 0xD, 0xE: store(ump.word0 & 0xFFFF_0000, ump, moment)
    case 0x0, 0x1, 0x2, 0x3: store(ump.word0, ump, moment)
    case 0x6: store(ump.word0 & 0xFFFF_FF00, ump, moment)
    default: break  // transient messages, such as key pressure
    }
  }

  /// The number of entries, used or free.
  var entryCount: Int { @_noLocks get { Self.capacity } }

  /// The message of an entry, if it still holds: a note that is held, or another message.
  ///
  /// Thread: render.
  @_noLocks
  mutating func message(at index: Int, isNote: Bool) -> UMP? {
    precondition(index >= 0 && index < Self.capacity)
    let entry = unsafe entries[index]
    guard isCurrent(entry), Self.isNote(entry.word0) == isNote else { return nil }
    return UMP(entry.word0, entry.word1)
  }

  /// Whether a note is held.
  ///
  /// Thread: render.
  var hasNotes: Bool {
    @_noLocks mutating get {
      var index = oldest
      while index >= 0 {
        if message(at: index, isNote: true) != nil { return true }
        index = self.index(after: index)
      }
      return false
    }
  }

  /// The message that ends the held note of an entry, or nil.
  ///
  /// Thread: render.
  @_noLocks
  mutating func end(at index: Int) -> UMP? {
    guard let note = message(at: index, isNote: true) else { return nil }
    let isMIDI1 = note.messageType == 2
    return UMP(
      messageType: note.messageType, group: note.group, status: 0x80 | note.channel,
      data1: note.data1, data2: isMIDI1 ? 64 : 0, word1: isMIDI1 ? 0 : 0x8000_0000)
  }

  /// Removes all messages.
  ///
  /// Thread: render.
  @_noLocks
  mutating func removeAll() {
    while oldest >= 0 { free(oldest) }
  }
}

// MARK: - Age

extension PlayedState {
  /// The entry of the oldest message, or −1.
  ///
  /// Thread: render. `message(at:isNote:)` returns whether it still holds.
  var oldestIndex: Int { @_noLocks get { oldest } }

  /// The entry of the next younger message, or −1 after the newest.
  ///
  /// Thread: render.
  @_noLocks
  func index(after index: Int) -> Int {
    precondition(index >= 0 && index < Self.capacity)
    return Int(unsafe entries[index].newer)
  }

  /// The newest message of `cycle` or earlier that still holds, or nil.
  ///
  /// Thread: render.
  @_noLocks
  mutating func newest(upTo cycle: UInt32) -> (message: UMP, moment: Moment)? {
    var index = newest
    while index >= 0 {
      let entry = unsafe entries[index]
      if isCurrent(entry), Int32(bitPattern: cycle &- entry.moment.cycle) >= 0 {
        return (UMP(entry.word0, entry.word1), entry.moment)
      }
      index = Int(entry.older)
    }
    return nil
  }

  /// Removes the message that arrived at a time, in ns.
  ///
  /// Thread: render.
  @_noLocks
  mutating func forget(_ message: UMP, at time: UInt64) {
    var index = newest
    while index >= 0 {
      let entry = unsafe entries[index]
      if entry.moment.time == time && entry.word0 == message.word0 { return free(index) }
      index = Int(entry.older)
    }
  }

  /// Removes the messages of a cycle.
  ///
  /// Thread: render.
  @_noLocks
  mutating func forgetAll(of cycle: UInt32) {
    var place = newest
    while place >= 0 {
      let entry = unsafe entries[place]
      if entry.moment.cycle == cycle { free(place) }
      place = Int(entry.older)
    }
  }

  /// Appends an entry to the end of the list.
  @_noLocks
  private mutating func append(_ index: Int) {
    unsafe entries[index].older = Int16(truncatingIfNeeded: newest)
    unsafe entries[index].newer = -1
    if newest >= 0 { unsafe entries[newest].newer = Int16(truncatingIfNeeded: index) }
    newest = index
    if oldest < 0 { oldest = index }
  }

  /// Removes an entry with a message from the list and frees it.
  @_noLocks
  private mutating func free(_ index: Int) {
    let (older, newer) = unsafe (Int(entries[index].older), Int(entries[index].newer))
    if older >= 0 { unsafe entries[older].newer = entries[index].newer } else { oldest = newer }
    if newer >= 0 { unsafe entries[newer].older = entries[index].older } else { newest = older }
    unsafe entries[index].key = 0
  }
}

extension PlayedState {
  @_noLocks
  private mutating func takeController(_ ump: UMP, _ moment: Moment) {
    let channel = Self.channel(ump.word0)
    switch ump.data1 {
    case 120, 123...127: unsafe epochs[channel].notes &+= 1
    case 121: unsafe epochs[channel].controllers &+= 1
    default: store(ump.word0 & 0xFFFF_FF00, ump, moment)
    }
  }

  @_noLocks
  private mutating func store(_ key: UInt32, _ ump: UMP, _ moment: Moment) {
    let isNote = Self.isNote(ump.word0)
    guard isNote || !keepsNotesOnly else { return }
    let first = Self.set(of: key)
    var free = -1
    var index = first
    while index < first + Self.wayCount {
      let entry = unsafe entries[index]
      if entry.key == key {
        free = index
        break
      }
      if free < 0 && !isCurrent(entry) { free = index }
      index += 1
    }
    guard free >= 0 else { return }
    if unsafe entries[free].key != 0 { self.free(free) }
    unsafe entries[free] = Entry(key: key, ump, epoch: epoch(of: ump.word0), moment: moment)
    append(free)
  }

  @_noLocks
  private mutating func remove(_ key: UInt32) {
    let first = Self.set(of: key)
    for index in first..<first + Self.wayCount where unsafe entries[index].key == key {
      free(index)
    }
  }

  @_noLocks
  private mutating func isCurrent(_ entry: Entry) -> Bool {
    entry.key != 0 && entry.epoch == epoch(of: entry.word0)
  }

  @_noLocks
  private mutating func epoch(of word0: UInt32) -> UInt32 {
    let epoch = unsafe epochs[Self.channel(word0)]
    if Self.isNote(word0) { return epoch.notes }
    return Self.survivesReset(word0) ? 0 : epoch.controllers
  }

  /// Whether Reset All Controllers leaves a message alone (MIDI recommended practice 015): the
  /// program, registered and assignable parameters, banks, volume, pan, sound and effects
  /// controllers.
  @_noLocks
  private static func survivesReset(_ word0: UInt32) -> Bool {
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

  /// The group and channel as one index.
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
