internal import Synchronization
public import TenutoCore
public import TenutoRender
public import TenutoTransport

/// The state and values for an instance that replaces another one.
public struct KeptState: Sendable, Equatable {
  /// The newest good state, or nil.
  public var state: ComponentState?
  /// Values that differ from those in `state`.
  public var values: [ParameterValue]

  /// Creates a state with values.
  public init(state: ComponentState? = nil, values: [ParameterValue] = []) {
    self.state = state
    self.values = values
  }

  /// The values of all parameters, from the state and the differing values.
  var allValues: [ParameterAddress: Float] {
    var all: [ParameterAddress: Float] = [:]
    for value in (state?.parameters ?? []) + values { all[value.address] = value.value }
    return all
  }
}

/// Keeps a node's state beyond the life of its instance.
///
/// Thread: control. No call may wait for an extension.
public protocol StateKeeping: Sendable {
  /// Returns the state and values for a new instance.
  func kept() -> KeptState

  /// Returns the values of an instance at `time`, or the oldest known ones.
  func kept(before time: MonotonicTime) -> KeptState

  /// Notes that an instance ended while loading `state`; returns whether it must not be used again.
  func noteCrashDuringLoad(of state: ComponentState) -> Bool

  /// When the bytes of the state from `kept()` first appeared; nil if none exist.
  var stateTime: MonotonicTime? { get }

  /// Replaces the known values, which a new instance then gets.
  func keep(_ values: [ParameterValue])

  /// Switches to an instance that has got `kept()`.
  func attach(_ instance: Instance)
}

extension StateKeeping {
  /// Returns `kept()`, for a keeper without a history.
  public func kept(before time: MonotonicTime) -> KeptState { kept() }

  /// Nil: the age of the state is unknown.
  public var stateTime: MonotonicTime? { nil }

  /// Does nothing, for a keeper without values.
  public func keep(_ values: [ParameterValue]) {}
}

extension StateMirror: StateKeeping {
  /// Returns `best()`.
  public func kept() -> KeptState {
    let best = best()
    return KeptState(state: best.state, values: best.values)
  }

  /// When the bytes of the newest state first appeared.
  public var stateTime: MonotonicTime? { newDataTime }

  /// Returns `history(before:)`.
  public func kept(before time: MonotonicTime) -> KeptState {
    guard let record = history(before: time) else { return kept() }
    return KeptState(state: record.state, values: record.values)
  }
}

/// Keeps an instance's values as the host knows them, without a state mirror.
final class LastValues: StateKeeping {
  private let instance: Mutex<Instance>

  init(_ instance: Instance) { self.instance = Mutex(instance) }

  func kept() -> KeptState {
    let center = instance.withLock { $0.center }
    return KeptState(values: center.values)
  }

  func noteCrashDuringLoad(of state: ComponentState) -> Bool { false }

  func keep(_ values: [ParameterValue]) { instance.withLock { $0.center }.learn(values) }

  func attach(_ instance: Instance) { self.instance.withLock { $0 = instance } }
}
