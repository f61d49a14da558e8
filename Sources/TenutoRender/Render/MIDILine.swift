internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The MIDI of a connection that filters, or that is delayed to align with other inputs.
///
/// Made by control; it stays with its connection from one plan to the next.
@safe struct MIDILine: ~Copyable {
  /// The filter, and the delay in frames.
  struct Setting: BitwiseCopyable {
    let rule: MIDIFilterRule
    let delay: Int

    init(_ filter: MIDIFilter, delay: Int) {
      rule = MIDIFilterRule(filter)
      self.delay = delay
    }
  }

  /// The output in this cycle.
  var due: EventList
  /// The present filter, and the present delay in frames.
  private var filter: MIDIFilterState
  private var delay: Int
  /// Events that wait for their frame, a ring.
  private let held: UnsafeMutablePointer<Held>
  private var first = 0
  private var count = 0
  /// Frames that have passed.
  private var time: Int64 = 0

  private struct Held: BitwiseCopyable {
    var time: Int64
    var payload: TimedEvent.Payload
  }

  /// Events that can wait; what is more comes at once.
  private static var capacity: Int { @_noLocks get { 2048 } }

  /// Thread: control.
  init(_ filter: MIDIFilter) {
    self.filter = MIDIFilterState(filter)
    delay = 0
    due = EventList(capacity: SlotEvents.sentCapacity)
    unsafe held = .allocate(capacity: Self.capacity)
    unsafe held.initialize(
      repeating: Held(time: 0, payload: .parameter(address: 0, value: 0)), count: Self.capacity)
  }

  deinit { unsafe held.deallocate() }

  /// Lets pass what `setting` says from now on; what sounds ends where it began.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func set(_ setting: Setting) {
    filter.rule = setting.rule
    delay = setting.delay
  }

  /// Ends, in the last frame of this cycle, the notes that have come out.
  ///
  /// Thread: render, after `pass`, in the last cycle of its connection.
  @_noLocks
  mutating func release(frameCount: Int) {
    let limit = SlotEvents.sentCapacity &- due.count
    _ = filter.release(
      limit: limit, at: UInt32(truncatingIfNeeded: frameCount &- 1), into: due.sink)
  }

  /// Takes what comes in in this cycle, and gives out what is due.
  ///
  /// Thread: render.
  @_noLocks
  mutating func pass(_ list: UnsafeMutablePointer<EventList>, frameCount: Int) {
    due.removeAll()
    for index in 0..<(unsafe list.pointee.count) { unsafe take(list.pointee[index]) }
    let end = time &+ Int64(frameCount)
    while count > 0, unsafe held[first].time < end {
      let event = unsafe held[first]
      put(event.payload, at: UInt32(truncatingIfNeeded: max(0, event.time &- time)))
      first = (first &+ 1) % Self.capacity
      count &-= 1
    }
    time = end
  }

  @_noLocks
  private mutating func take(_ event: TimedEvent) {
    guard case .midi = event.payload else { return }
    guard delay > 0 || count > 0, count < Self.capacity else {
      return put(event.payload, at: event.frameOffset)
    }
    let place = (first &+ count) % Self.capacity
    unsafe held[place] = Held(
      time: time &+ Int64(event.frameOffset) &+ Int64(delay), payload: event.payload)
    count &+= 1
  }

  @_noLocks
  private mutating func put(_ payload: TimedEvent.Payload, at frame: UInt32) {
    guard case .midi(let packet) = payload else { return }
    filter.pass(packet, at: frame, into: due.sink)
  }
}
