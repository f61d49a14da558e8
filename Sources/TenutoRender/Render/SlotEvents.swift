internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The events of one node: to it, from it, and the state that they have left.
@safe struct SlotEvents: ~Copyable {
  /// Events of the engine and of control threads for the next cycle.
  var pending: EventList
  /// Its MIDI output in this cycle, or nil if no node reads it.
  private(set) var sent: UnsafeMutablePointer<EventList>?
  /// The state left by its input, which a new instance gets as a replay.
  var delivered: PlayedState
  /// The notes of its output that have not ended.
  let sounding: UnsafeMutablePointer<PlayedState>
  /// Translators from MIDI 1.0, by group.
  private let translators: UnsafeMutablePointer<MIDI1ToMIDI2Translator>
  /// Whether the instance is new and still needs its replay.
  var isToRestore = false
  /// The last cycle that the previous instance may have received, if it has ended.
  var endedCycle: UInt32?
  /// The cycle in which a shadow took over, whose events may have ended the previous instance; nil
  /// after a replay.
  var suspectCycle: UInt32?
  /// Whether the instance has got nothing since its replay.
  var isReplayNewest = false
  /// Whether the notes of its output are to be ended.
  var isToRelease = false
  /// Whether this cycle's list was already begun.
  var isOpen = false
  /// Whether the receiver still holds events of an earlier cycle.
  var hasBacklog = false
  /// Whether it has sent a malformed event list, and so is no longer read.
  var isMuted = false
  /// The budget for reading its events.
  var budget: EventBudget
  /// Events sent to it in this cycle.
  var deliveredCount = 0

  /// The most events from the engine and control in one cycle: as many as a socket takes.
  static var pendingCapacity: Int { @_noLocks get { 3072 } }
  /// The most MIDI events that a node can output in one cycle.
  static var sentCapacity: Int { @_noLocks get { 4096 } }

  /// Thread: control.
  init(sampleRate: Double) {
    budget = EventBudget(sampleRate: sampleRate)
    pending = EventList(capacity: Self.pendingCapacity)
    delivered = PlayedState(keepsNotesOnly: false)
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

  /// Whether its MIDI output is read.
  var isMIDISource: Bool { @_noLocks get { unsafe sent != nil } }

  /// Sets the list for its MIDI output from the next cycle on; nil to drop the output.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func setList(_ list: UnsafeMutablePointer<EventList>?) {
    if unsafe list == nil && sent != nil { unsafe sounding.pointee.removeAll() }
    unsafe sent = list
  }

  /// Prepares for a new instance; `isBypassed` is whether the sounding notes were only passed on.
  ///
  /// `endedCycle` is the last cycle that the previous instance may have received, or nil if it is
  /// alive.
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

  /// Prepares for a shadow, which has got all events of the previous instance.
  ///
  /// Thread: render.
  @_noLocks
  mutating func succeed() {
    hasBacklog = false
    isMuted = false
    budget.reset()
  }

  /// Outputs an event after the earlier ones; returns false if the list is full.
  ///
  /// Thread: render. A note whose end does not fit counts as held, and ends with the instance.
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

  /// Ends the notes of its output.
  ///
  /// Thread: render, before any other output in this cycle.
  @_noLocks
  mutating func release() {
    isToRelease = false
    guard let sent = unsafe sent else { return }
    for entry in 0..<(unsafe sounding.pointee.entryCount) {
      guard let end = unsafe sounding.pointee.end(at: entry) else { continue }
      unsafe sent.pointee.insert(TimedEvent(frameOffset: 0, payload: .midi(end)))
    }
    unsafe sounding.pointee.removeAll()
  }

  /// Translates a MIDI 1.0 message to MIDI 2.0 protocol.
  ///
  /// Thread: render.
  @_noLocks
  mutating func translated(_ packet: UMP) -> UMPBatch {
    unsafe translators[Int(packet.group)].translate(packet)
  }
}
