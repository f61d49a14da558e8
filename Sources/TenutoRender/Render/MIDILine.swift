internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The MIDI of a connection with a filter, or with a delay that aligns it with other inputs.
///
/// Control creates it; it stays with its connection from one plan to the next.
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
  /// The current filter, and the current delay in frames.
  private var filter: MIDIFilterState
  private var delay: Int
  /// A ring of events that wait for their frame.
  private let held: UnsafeMutablePointer<Held>
  private var first = 0
  private var count = 0
  /// Frames so far.
  private var time: Int64 = 0

  private struct Held: BitwiseCopyable {
    var time: Int64
    var payload: TimedEvent.Payload
  }

  /// The most waiting events; further events are sent at once.
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

  /// Applies `setting` from now on; notes that already sound end at their own key and channel.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func set(_ setting: Setting) {
    filter.rule = setting.rule
    delay = setting.delay
  }

  /// Ends, in the last frame of this cycle, all notes that have passed.
  ///
  /// Thread: render, after `pass`, in the last cycle of its connection.
  @_noLocks
  mutating func release(frameCount: Int) {
    let limit = SlotEvents.sentCapacity &- due.count
    _ = filter.release(
      limit: limit, at: UInt32(truncatingIfNeeded: frameCount &- 1), into: due.sink)
  }

  /// Takes the input of this cycle and outputs the events that are due.
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
    let index = (first &+ count) % Self.capacity
    unsafe held[index] = Held(
      time: time &+ Int64(event.frameOffset) &+ Int64(delay), payload: event.payload)
    count &+= 1
  }

  @_noLocks
  private mutating func put(_ payload: TimedEvent.Payload, at frame: UInt32) {
    guard case .midi(let packet) = payload else { return }
    filter.pass(packet, at: frame, into: due.sink)
  }
}
