internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The events of one node: what goes to it, what comes from it, and what they have left behind.
@safe struct SlotEvents: ~Copyable {
  /// Events of the engine and of control threads for the next cycle.
  var pending: EventList
  /// The MIDI that it has put out in this cycle, nil if nothing reads it.
  private(set) var sent: UnsafeMutablePointer<EventList>?
  /// The events that it was given: a new instance gets a replay.
  var told: PlayedState
  /// The notes that it has put out and not ended.
  let sounding: UnsafeMutablePointer<PlayedState>
  /// From MIDI 1.0, by group.
  private let translators: UnsafeMutablePointer<MIDI1ToMIDI2Translator>
  /// Whether the instance is new and has been told nothing.
  var isToRestore = false
  /// The last cycle that the instance before may have seen, where that has ended.
  var endedCycle: UInt32?
  /// Whether the instance got nothing after what it was told again.
  var isReplayNewest = false
  /// Whether the notes that it has put out are to be ended.
  var isToRelease = false
  /// Whether this cycle's list was begun before the cycle.
  var isOpen = false
  /// Whether events of an earlier cycle are left in the receiver.
  var hasBacklog = false
  /// Whether it has sent what is no event list: then it is not listened to any more.
  var isMuted = false
  /// How much of what it sends is read.
  var budget: EventBudget
  /// Events that it was sent in this cycle.
  var deliveredCount = 0

  /// Events that a node can be sent in one cycle by engine and control: as many as a socket takes.
  static var pendingCapacity: Int { @_noLocks get { 3072 } }
  /// MIDI events that a node can put out in one cycle.
  static var sentCapacity: Int { @_noLocks get { 4096 } }

  /// Thread: control.
  init(sampleRate: Double) {
    budget = EventBudget(sampleRate: sampleRate)
    pending = EventList(capacity: Self.pendingCapacity)
    told = PlayedState(keepsNotesOnly: false)
    unsafe sounding = .allocate(capacity: 1)
    unsafe sounding.initialize(to: PlayedState(keepsNotesOnly: true))
    unsafe translators = .allocate(capacity: 16)
    for group in 0..<16 {
      unsafe (translators + group).initialize(to: MIDI1ToMIDI2Translator(group: UInt8(group)))
    }
  }

  deinit {
    unsafe sounding.deinitialize(count: 1)
    unsafe sounding.deallocate()
    unsafe translators.deallocate()
  }

  /// Whether anything reads its MIDI.
  var isMIDISource: Bool { @_noLocks get { unsafe sent != nil } }

  /// Puts its MIDI out into `list` from the next cycle on, nil to drop it.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func setList(_ list: UnsafeMutablePointer<EventList>?) {
    if unsafe list == nil && sent != nil { unsafe sounding.pointee.removeAll() }
    unsafe sent = list
  }

  /// A new instance has the node; `isBypassed` while what sounds was only passed on.
  ///
  /// `endedCycle` is the last cycle that the one before may have seen, nil where that lives.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func restart(isBypassed: Bool, endedCycle: UInt32?) {
    isToRestore = true
    self.endedCycle = endedCycle
    if isMIDISource && !isBypassed { isToRelease = true }
    hasBacklog = false
    isMuted = false
    budget.reset()
  }

  /// Puts an event out behind the earlier ones; false if the list is full.
  ///
  /// Thread: render. A note whose end does not fit counts as held: it ends with the instance.
  @_noLocks
  mutating func put(_ event: TimedEvent) -> Bool {
    guard case .midi(let packet) = event.payload, let sent = unsafe sent else { return true }
    guard unsafe sent.pointee.count < Self.sentCapacity else { return false }
    var later = event
    let count = unsafe sent.pointee.count
    if count > 0 {
      later.frameOffset = unsafe max(later.frameOffset, sent.pointee[count - 1].frameOffset)
    }
    unsafe sounding.pointee.take(packet)
    unsafe sent.pointee.insert(later)
    return true
  }

  /// Ends the notes that were put out.
  ///
  /// Thread: render, before anything is put out in this cycle.
  @_noLocks
  mutating func release() {
    isToRelease = false
    guard let sent = unsafe sent else { return }
    for place in 0..<(unsafe sounding.pointee.placeCount) {
      guard let end = unsafe sounding.pointee.end(at: place) else { continue }
      unsafe sent.pointee.insert(TimedEvent(frameOffset: 0, payload: .midi(end)))
    }
    unsafe sounding.pointee.removeAll()
  }

  /// A MIDI 1.0 message in MIDI 2.0 protocol.
  ///
  /// Thread: render.
  @_noLocks
  mutating func translated(_ packet: UMP) -> UMPBatch {
    unsafe translators[Int(packet.group)].translate(packet)
  }
}
