/// Packets in time order; those of equal time keep their order of arrival.
///
/// The elements are the values sent to extensions (`TimedUMP`, by frame) and through ports
/// (`HostTimedUMP`, by the host's clock). The array grows as needed: for the render thread use
/// `TimedUMPBuffer`.
public struct UMPEventList<Event: TimedPacket>: Sendable, Hashable {
  /// The events in time order.
  public private(set) var events: [Event]

  /// Creates an empty list.
  ///
  /// Thread: control.
  ///
  /// - Parameter capacity: The number of events before the array grows.
  public init(capacity: Int = 0) {
    events = []
    events.reserveCapacity(capacity)
  }

  /// Creates a list of events in any order.
  ///
  /// Thread: control.
  public init(_ events: some Sequence<Event>) {
    self.events = Array(events)
    sort()
  }

  /// Appends an event; returns false, without a change, if it is earlier than the last one.
  ///
  /// Thread: control; it does not allocate within the capacity.
  @discardableResult
  public mutating func append(_ event: Event) -> Bool {
    if let last = events.last, last.time > event.time { return false }
    events.append(event)
    return true
  }

  /// Inserts an event by its time, after those of the same time.
  ///
  /// Thread: control; it does not allocate within the capacity.
  public mutating func insert(_ event: Event) {
    events.insert(event, at: index(behind: event.time))
  }

  /// Inserts the events of another list; at equal times they follow the present ones.
  ///
  /// Thread: control.
  public mutating func merge(_ other: UMPEventList) {
    var merged: [Event] = []
    merged.reserveCapacity(events.count + other.events.count)
    var rest = other.events[...]
    for event in events {
      while let next = rest.first, next.time < event.time { merged.append(rest.removeFirst()) }
      merged.append(event)
    }
    events = merged + rest
  }

  /// Removes all events, and keeps the memory.
  ///
  /// Thread: control.
  public mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
  }

  /// Removes the events before `time`, and returns them as a list.
  ///
  /// Thread: control.
  public mutating func take(before time: Event.Time) -> UMPEventList {
    let end = time == 0 ? 0 : index(behind: time - 1)
    let taken = UMPEventList(ordered: Array(events[..<end]))
    events.removeFirst(end)
    return taken
  }

  /// Returns the list cut in two: the events before `time`, and those at it or later.
  ///
  /// Thread: control.
  public func split(at time: Event.Time) -> (before: UMPEventList, after: UMPEventList) {
    var after = self
    let before = after.take(before: time)
    return (before, after)
  }

  /// Returns the events that `isIncluded` holds for.
  ///
  /// Thread: control.
  public func filter(_ isIncluded: (Event) throws -> Bool) rethrows -> UMPEventList {
    UMPEventList(ordered: try events.filter(isIncluded))
  }

  /// Returns the events in another group; packets of types without a group are unchanged.
  ///
  /// Thread: control.
  public func inGroup(_ group: UInt8) -> UMPEventList {
    var list = self
    for index in list.events.indices { list.events[index].ump.moveToGroup(group) }
    return list
  }

  /// Returns the events shifted by `offset`, later or earlier; times out of range are clamped.
  ///
  /// Thread: control.
  public func shifted(by offset: Int64) -> UMPEventList {
    var list = self
    for index in list.events.indices {
      list.events[index].time = Self.shift(list.events[index].time, by: offset)
    }
    return list
  }
}

extension UMPEventList: RandomAccessCollection {
  /// The index of the first event.
  public var startIndex: Int { 0 }

  /// The index after the last event.
  public var endIndex: Int { events.count }

  /// Returns the event at `position`, which must be in the list; anything else traps at runtime.
  ///
  /// Thread: any.
  public subscript(position: Int) -> Event { events[position] }
}

extension UMPEventList {
  /// Creates a list of events that are in order.
  init(ordered events: [Event]) {
    self.events = events
  }

  private mutating func sort() {
    let ordered = events.indices.sorted {
      (events[$0].time, $0) < (events[$1].time, $1)
    }
    events = ordered.map { events[$0] }
  }

  /// The index after the last event at `time` or earlier.
  private func index(behind time: Event.Time) -> Int {
    var low = 0
    var high = events.count
    while low < high {
      let middle = (low + high) / 2
      if events[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func shift(_ time: Event.Time, by offset: Int64) -> Event.Time {
    let distance = Event.Time(clamping: offset.magnitude)
    let (result, overflows) =
      offset < 0
      ? time.subtractingReportingOverflow(distance) : time.addingReportingOverflow(distance)
    if overflows { return offset < 0 ? .min : .max }
    return result
  }
}
