public import TenutoCore

/// Events of one cycle in the order of their frames; events at the same frame keep their order of
/// arrival.
///
/// Its memory is allocated outside the render thread and never grows.
///
/// The corresponding Core MIDI type is `MIDIEventList`.
@safe public struct EventList: ~Copyable {
  /// The handle that adds events; valid as long as the list.
  public let sink: EventSink

  /// Creates a list with room for `capacity` events.
  ///
  /// Thread: control.
  public init(capacity: Int) {
    precondition(capacity > 0, "an event list holds at least one event")
    sink = .allocate(capacity: capacity)
  }

  deinit { sink.deallocate() }

  /// The number of events in the list.
  public var count: Int { @_noLocks get { sink.count } }

  /// Events for which there was no room, since the list was made.
  public var lostCount: Int { @_noLocks get { sink.lostCount } }

  /// Inserts `event` after all of the same frame; an event without room is counted as lost.
  ///
  /// Thread: render. Fast if events arrive in order.
  @_noLocks
  public mutating func insert(_ event: TimedEvent) { sink.insert(event) }

  /// The event at `index`; an index outside `0..<count` is a programmer error and traps.
  ///
  /// Thread: render.
  public subscript(index: Int) -> TimedEvent {
    @_noLocks get { sink.event(at: index) }
  }

  /// Empties the list.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func removeAll() { sink.removeAll() }
}

/// A handle that adds events of a cycle to an `EventList`.
@safe public struct EventSink: BitwiseCopyable {
  private let events: UnsafeMutablePointer<TimedEvent>
  private let counts: UnsafeMutablePointer<Int>
  private let capacity: Int

  static func allocate(capacity: Int) -> EventSink {
    let events = UnsafeMutablePointer<TimedEvent>.allocate(capacity: capacity)
    let silence = TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 0))
    unsafe events.initialize(repeating: silence, count: capacity)
    let counts = unsafe HotMemory.allocate(Int.self, count: 2)
    unsafe counts.initialize(repeating: 0, count: 2)
    return unsafe EventSink(events: events, counts: counts, capacity: capacity)
  }

  func deallocate() {
    unsafe events.deallocate()
    unsafe HotMemory.deallocate(counts, count: 2)
  }

  var count: Int { @_noLocks get { unsafe counts[0] } }
  var lostCount: Int { @_noLocks get { unsafe counts[1] } }

  /// Inserts `event` after all of the same frame; an event without room is counted as lost.
  ///
  /// Thread: render. Fast if events arrive in order.
  @_noLocks
  public func insert(_ event: TimedEvent) {
    let count = unsafe counts[0]
    guard count < capacity else {
      unsafe counts[1] &+= 1
      return
    }
    var index = count
    while index > 0, unsafe events[index - 1].frameOffset > event.frameOffset {
      unsafe events[index] = events[index - 1]
      index -= 1
    }
    unsafe events[index] = event
    unsafe counts[0] = count &+ 1
  }

  @_noLocks
  func event(at index: Int) -> TimedEvent {
    precondition(index >= 0 && index < count)
    return unsafe events[index]
  }

  @_noLocks
  func removeAll() { unsafe counts[0] = 0 }
}
