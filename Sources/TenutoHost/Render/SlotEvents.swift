internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The events of one node: what goes to it, what comes from it, and what they have left behind.
@safe struct SlotEvents: ~Copyable {
  /// What the engine and control threads have for the next cycle.
  var pending: EventList
  /// The MIDI that it has put out in this cycle, where anybody wants it.
  var sent: EventList
  /// Whether anybody wants it.
  let isMIDISource: Bool
  /// What it was told: a new instance is told again.
  var told: PlayedState
  /// The notes that it has put out and not ended.
  var sounding: PlayedState
  /// Slots whose MIDI it gets, and how far each has been read.
  let sources: UnsafeMutablePointer<Int>
  let cursors: UnsafeMutablePointer<Int>
  let sourceCount: Int
  /// From MIDI 1.0, by group.
  private let translators: UnsafeMutablePointer<MIDI1ToMIDI2Translator>
  /// Whether the instance is new and has been told nothing.
  var isToRestore = false
  /// Whether the notes that it has put out are to be ended.
  var isToRelease = false
  /// Whether this cycle's list was begun before the cycle.
  var isOpen = false
  /// Whether events of an earlier cycle are left in the receiver.
  var hasBacklog = false
  /// Whether it has sent what is no event list: then it is not listened to any more.
  var isMuted = false

  /// Events that a node can be sent in one cycle by engine and control: as many as a socket takes.
  static var pendingCapacity: Int { @_noLocks get { 3072 } }
  /// MIDI events that a node can put out in one cycle.
  static var sentCapacity: Int { @_noLocks get { 4096 } }
  /// Datagrams that are read of a node in one cycle.
  static var datagramCapacity: Int { @_noLocks get { 64 } }

  init(sources: [Int], isMIDISource: Bool) {
    self.isMIDISource = isMIDISource
    pending = EventList(capacity: Self.pendingCapacity)
    sent = EventList(capacity: isMIDISource ? Self.sentCapacity : 1)
    told = PlayedState(keepsNotesOnly: false)
    sounding = PlayedState(keepsNotesOnly: true)
    sourceCount = sources.count
    unsafe self.sources = .allocate(capacity: max(1, sources.count))
    unsafe cursors = .allocate(capacity: max(1, sources.count))
    for (index, source) in sources.enumerated() {
      unsafe (self.sources + index).initialize(to: source)
      unsafe (cursors + index).initialize(to: 0)
    }
    unsafe translators = .allocate(capacity: 16)
    for group in 0..<16 {
      unsafe (translators + group).initialize(to: MIDI1ToMIDI2Translator(group: UInt8(group)))
    }
  }

  deinit {
    unsafe sources.deallocate()
    unsafe cursors.deallocate()
    unsafe translators.deallocate()
  }

  /// Whether there is anything to send in this cycle.
  var hasWork: Bool {
    @_noLocks get { pending.count > 0 || sourceCount > 0 || isToRestore }
  }

  /// A new instance has the node; `isBypassed` while what sounds was only passed on.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func restart(isBypassed: Bool) {
    isToRestore = true
    if isMIDISource && !isBypassed { isToRelease = true }
    hasBacklog = false
    isMuted = false
  }

  /// Puts an event out, behind those that were put out before; false where it finds no room.
  ///
  /// Thread: render. A note whose end finds none counts as held: it ends with the instance.
  @_noLocks
  mutating func put(_ event: TimedEvent) -> Bool {
    guard case .midi(let packet) = event.payload else { return true }
    guard sent.count < Self.sentCapacity else { return false }
    var later = event
    if sent.count > 0 {
      later.frameOffset = max(later.frameOffset, sent[sent.count - 1].frameOffset)
    }
    sounding.take(packet)
    sent.insert(later)
    return true
  }

  /// Ends the notes that were put out.
  ///
  /// Thread: render, before anything is put out in this cycle.
  @_noLocks
  mutating func release() {
    isToRelease = false
    for place in 0..<sounding.placeCount {
      guard let note = sounding.message(at: place, isNote: true) else { continue }
      let isMIDI1 = note.messageType == 2
      let end = UMP(
        messageType: note.messageType, group: note.group, status: 0x80 | note.channel,
        data1: note.data1, data2: isMIDI1 ? 64 : 0, word1: isMIDI1 ? 0 : 0x8000_0000)
      sent.insert(TimedEvent(frameOffset: 0, payload: .midi(end)))
    }
    sounding.removeAll()
  }

  /// A MIDI 1.0 message in MIDI 2.0 protocol.
  ///
  /// Thread: render.
  @_noLocks
  mutating func translated(_ packet: UMP) -> UMPBatch {
    unsafe translators[Int(packet.group)].translate(packet)
  }
}
