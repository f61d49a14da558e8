public import TenutoCore
public import TenutoTransport

/// A full state of an instance, and when it was given.
public struct StateRecord: Sendable, Equatable {
  /// The state.
  public let state: ComponentState
  /// The values of all parameters at that time, in the order of addresses.
  public let values: [ParameterValue]
  /// When it was asked for.
  public let time: MonotonicTime
  /// The engine's sample time then.
  public let sampleTime: Int64
}

/// The states of one node: the first one, those of the last ten seconds, and the newest before.
struct StateHistory: Sendable {
  /// Nanoseconds for which every state is kept.
  private static let span: UInt64 = 10_000_000_000
  /// Bytes that the states between the oldest and the newest may have.
  private static let byteLimit = 32 << 20
  /// Deaths of readers after which a state is set aside.
  private static let deathLimit = 2
  /// States that are kept aside.
  private static let setAsideLimit = 4

  /// In the order of time.
  private(set) var records: [StateRecord] = []
  /// States that ended their readers, the newest last.
  private(set) var setAside: [ComponentState]
  /// States that killed their reader, and how often.
  private var deaths: [(state: ComponentState, count: Int)] = []

  init(setAside: [ComponentState] = []) { self.setAside = setAside }

  var newest: StateRecord? { records.last }

  /// When the newest state's bytes, its parameters apart, came; nil where it has none.
  var newDataTime: MonotonicTime? {
    guard let newest, !newest.state.data.isEmpty else { return nil }
    return records.reversed().prefix { $0.state.data == newest.state.data }.last?.time
  }

  /// Adds a state from a running instance; false for a state that was set aside.
  mutating func append(_ record: StateRecord) -> Bool {
    guard !setAside.contains(record.state) else { return false }
    records.append(record)
    prune(now: record.time)
    return true
  }

  /// The newest state that is not newer than `time`, else the oldest.
  func newest(before time: MonotonicTime) -> StateRecord? {
    records.last { $0.time <= time } ?? records.first
  }

  /// Notes that a reader died with `state`; true when it is set aside for that.
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

  /// The first state stays: it is what the music began with, should all later ones be bad.
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
