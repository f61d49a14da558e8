internal import Synchronization
public import TenutoCore
public import TenutoRender
public import TenutoTransport

/// The state and values for an instance that replaces another one.
public struct KeptState: Sendable, Equatable {
  /// The newest good state; nil if there is none.
  public var state: ComponentState?
  /// Values that differ from those in `state`.
  public var values: [ParameterValue]

  /// States what there is.
  public init(state: ComponentState? = nil, values: [ParameterValue] = []) {
    self.state = state
    self.values = values
  }

  /// The values of all parameters that it stands for.
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
  /// The state and values for a new instance.
  func kept() -> KeptState

  /// The values of an instance at `time`, or the oldest known ones.
  func kept(before time: MonotonicTime) -> KeptState

  /// Notes that an instance ended while it loaded `state`; whether that is not to be used again.
  func noteCrashDuringLoad(of state: ComponentState) -> Bool

  /// When the bytes of the state from `kept()` were new; nil if there are none.
  var stateTime: MonotonicTime? { get }

  /// Replaces the known values: a new instance is to be given these.
  func keep(_ values: [ParameterValue])

  /// Follows an instance that has got what `kept()` gave.
  func attach(_ instance: Instance)
}

extension StateKeeping {
  /// As `kept()`, where nothing older is known.
  public func kept(before time: MonotonicTime) -> KeptState { kept() }

  /// Nil: how old the state is is not known.
  public var stateTime: MonotonicTime? { nil }

  /// Nothing to do where values are not kept.
  public func keep(_ values: [ParameterValue]) {}
}

extension StateMirror: StateKeeping {
  /// As `best()`.
  public func kept() -> KeptState {
    let best = best()
    return KeptState(state: best.state, values: best.values)
  }

  /// When the state's bytes were new.
  public var stateTime: MonotonicTime? { newDataTime }

  /// As `history(before:)`.
  public func kept(before time: MonotonicTime) -> KeptState {
    guard let record = history(before: time) else { return kept() }
    return KeptState(state: record.state, values: record.values)
  }
}

/// Keeps the values that the host knows of an instance without a state mirror.
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
