internal import Synchronization
public import TenutoCore
public import TenutoRender
internal import TenutoSystem
public import TenutoTransport

/// The host's copy of a node's state, so that a crash loses nothing.
///
/// It stores each parameter change as soon as the host makes it or receives it. At most a second
/// after a change it requests the full state on a separate thread, so a slow or hanging extension
/// delays no other.
///
/// Thread: control, any number at once.
public final class StateMirror: Sendable {
  private let core: MirrorCore

  /// Starts mirroring an instance.
  ///
  /// - Parameters:
  ///   - instance: The instance; `attach(_:)` follows the node from one process to the next.
  ///   - state: The state that it was started from, used until it supplies a new one.
  ///   - setAside: States of the continued session that must not be used.
  ///   - sampleTime: Returns the engine's time, for `history(before:)`; called on a control thread.
  public init(
    instance: Instance, state: ComponentState? = nil, setAside: [ComponentState] = [],
    sampleTime: @escaping @Sendable () -> Int64 = { 0 }
  ) {
    core = MirrorCore(instance, setAside: setAside, sampleTime: sampleTime)
    if let state { core.add(state) }
    core.attach(instance)
    let core = core
    DetachedThread.startOrTrap { core.run() }
  }

  deinit { stop() }

  /// The state and values for a new instance.
  public struct Best: Sendable, Equatable {
    /// The newest good state, or nil.
    public let state: ComponentState?
    /// The parameters that differ from their values in `state`, in the order of addresses.
    public let values: [ParameterValue]
  }

  /// The component of the mirrored instance.
  public var component: ComponentDescription { core.instance.description }

  /// The host's values of all parameters, in the order of addresses.
  public var values: [ParameterValue] { core.state.withLock(\.sortedValues) }

  /// Returns the newest good state, and the values that differ from it.
  public func best() -> Best { core.best() }

  /// Returns the newest state that is not newer than `time`, or else the oldest.
  ///
  /// The mirror keeps the states of the last ten seconds, and one before them.
  public func history(before time: MonotonicTime) -> StateRecord? {
    core.state.withLock { $0.history.newest(before: time) }
  }

  /// When the newest state's bytes, apart from its parameters, first appeared; nil if it has none.
  var newDataTime: MonotonicTime? { core.state.withLock { $0.history.newDataTime } }

  /// States that ended the extension while loading; they are kept but not used.
  public var setAside: [ComponentState] { core.state.withLock(\.history.setAside) }

  /// Switches to another instance of the same component, such as a replacement after a crash.
  ///
  /// Call it once the new instance has got `best()`: from then on its values are the node's.
  public func attach(_ instance: Instance) { core.attach(instance) }

  /// Stores values while no instance can take them, or that the host sent by other means than
  /// `Instance.set` and the engines' `schedule`.
  public func keep(_ values: [ParameterValue]) { core.learn(values) }

  /// Notes that an extension ended, or hung, while loading `state`.
  ///
  /// - Returns: Whether this was the second time; the state is then set aside and `best()` returns
  ///   an older one.
  public func noteCrashDuringLoad(of state: ComponentState) -> Bool {
    let isSetAside = core.state.withLock { $0.history.noteDeath(of: state) }
    if isSetAside { core.notify() }
    return isSetAside
  }

  /// Sets the action that is called on the changing thread when there are changes to save.
  ///
  /// The action must neither wait nor call the mirror; a new action replaces the old one.
  public func onChange(_ action: (@Sendable () -> Void)?) {
    core.state.withLock { $0.onChange = action }
  }

  /// Requests a changed state at once, and returns when it has arrived or at the deadline.
  public func settle(until deadline: MonotonicTime) { core.settle(until: deadline) }

  /// Stops mirroring; the stored state remains available.
  public func stop() { core.stop() }
}
