public import TenutoCore
public import TenutoTransport

/// A full state of an instance, with the time of its request.
public struct StateRecord: Sendable, Equatable {
  /// The state.
  public let state: ComponentState
  /// The values of all parameters at that time, in the order of addresses.
  public let values: [ParameterValue]
  /// When the host asked for it.
  public let time: MonotonicTime
  /// The engine's sample time at that moment.
  public let sampleTime: Int64
}

/// The states of one node: the first, those of the last ten seconds, and the newest before them.
struct StateHistory: Sendable {
  /// Nanoseconds for which every state is kept.
  private static let span: UInt64 = 10_000_000_000
  /// The most bytes of the states between the oldest and the newest.
  private static let byteLimit = 32 << 20
  /// Failed loads after which a state is set aside.
  private static let deathLimit = 2
  /// The most states that are kept aside.
  private static let setAsideLimit = 4

  /// The states in the order of time.
  private(set) var records: [StateRecord] = []
  /// States that ended the extension while loading, newest last.
  private(set) var setAside: [ComponentState]
  /// States that ended the extension while loading, and how often.
  private var deaths: [(state: ComponentState, count: Int)] = []

  init(setAside: [ComponentState] = []) { self.setAside = setAside }

  var newest: StateRecord? { records.last }

  /// When the newest state's bytes, apart from its parameters, first appeared; nil if it has none.
  var newDataTime: MonotonicTime? {
    guard let newest, !newest.state.data.isEmpty else { return nil }
    return records.reversed().prefix { $0.state.data == newest.state.data }.last?.time
  }

  /// Adds a state of a running instance; returns false if it was set aside before.
  mutating func append(_ record: StateRecord) -> Bool {
    guard !setAside.contains(record.state) else { return false }
    records.append(record)
    prune(now: record.time)
    return true
  }

  /// The newest state that is not newer than `time`, or else the oldest.
  func newest(before time: MonotonicTime) -> StateRecord? {
    records.last { $0.time <= time } ?? records.first
  }

  /// Notes that an extension ended while loading `state`; returns true if it is now set aside.
  mutating func noteDeath(of state: ComponentState) -> Bool {
    let index = deaths.firstIndex { $0.state == state } ?? deaths.endIndex
    if index == deaths.endIndex { deaths.append((state, 0)) }
    deaths[index].count += 1
    guard deaths[index].count >= Self.deathLimit else { return false }
    deaths.remove(at: index)
    records.removeAll { $0.state == state }
    if !setAside.contains(state) { setAside.append(state) }
    setAside.removeFirst(max(0, setAside.count - Self.setAsideLimit))
    return true
  }

  /// Removes old states but keeps the first, a fallback in case all later ones are bad.
  private mutating func prune(now: MonotonicTime) {
    while records.count > 3, now.nanoseconds - records[2].time.nanoseconds >= Self.span {
      records.remove(at: 1)
    }
    while records.count > 3, byteCount > Self.byteLimit { records.remove(at: 1) }
  }

  private var byteCount: Int {
    records.dropFirst().dropLast().reduce(0) { $0 + $1.state.data.count }
  }
}
