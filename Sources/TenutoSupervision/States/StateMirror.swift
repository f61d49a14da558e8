internal import Synchronization
public import TenutoCore
public import TenutoRender
internal import TenutoSystem
public import TenutoTransport

/// The host's copy of a node's state, so that the end of its process loses nothing.
///
/// It keeps each parameter change as soon as the host makes it or is told of it. At the latest a
/// second after a change it asks the extension for its full state, on a thread of its own: an
/// extension that answers slowly, or not at all, delays no other.
///
/// Thread: control, several at once.
public final class StateMirror: Sendable {
  private let core: MirrorCore

  /// Begins to mirror an instance.
  ///
  /// - Parameters:
  ///   - instance: What is mirrored; `attach(_:)` follows it from one process to the next.
  ///   - state: The state that it was started from, known before it has given one itself.
  ///   - setAside: States that are not to be used, of the session that is continued.
  ///   - sampleTime: The engine's time, for `history(before:)`; called on a control thread.
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
    /// The newest good state; nil if there is none.
    public let state: ComponentState?
    /// The parameters that differ from their values in `state`, in the order of addresses.
    public let values: [ParameterValue]
  }

  /// The component that is mirrored.
  public var component: ComponentDescription { core.instance.description }

  /// The values of all parameters as the host knows them, in the order of addresses.
  public var values: [ParameterValue] { core.state.withLock(\.sortedValues) }

  /// The newest good state, and the values that differ from it.
  public func best() -> Best { core.best() }

  /// The newest state that is not newer than `time`, else the oldest known one.
  ///
  /// The states of the last ten seconds are known, and one before them.
  public func history(before time: MonotonicTime) -> StateRecord? {
    core.state.withLock { $0.history.newest(before: time) }
  }

  /// When the bytes of the newest state, its parameters apart, were new; nil where it has none.
  var newDataTime: MonotonicTime? { core.state.withLock { $0.history.newDataTime } }

  /// States that ended their readers; they are kept and not used.
  public var setAside: [ComponentState] { core.state.withLock(\.history.setAside) }

  /// Follows another instance of the same component, such as a replacement after a crash.
  ///
  /// Call it when the new one has got what `best()` gave: from now on its values are the node's.
  public func attach(_ instance: Instance) { core.attach(instance) }

  /// Keeps values that the host wants although no instance takes them now, or that it has sent by
  /// other ways than `Instance.set` and the engines' `schedule`.
  public func keep(_ values: [ParameterValue]) { core.learn(values) }

  /// Notes that an extension ended, or hung, while it loaded `state`.
  ///
  /// - Returns: Whether that was the second time, so that the state is set aside and `best()` has
  ///   an older one.
  public func noteCrashDuringLoad(of state: ComponentState) -> Bool {
    let isSetAside = core.state.withLock { $0.history.noteDeath(of: state) }
    if isSetAside { core.tell() }
    return isSetAside
  }

  /// Calls `action` when there is something new to be saved, on the thread that made the change.
  ///
  /// It must not wait, nor call the mirror; one action at a time.
  public func onChange(_ action: (@Sendable () -> Void)?) {
    core.state.withLock { $0.onChange = action }
  }

  /// Asks for the state at once if it has changed, and returns when it is there or the time is
  /// over.
  public func settle(until deadline: MonotonicTime) { core.settle(until: deadline) }

  /// Ends the mirroring; what is known stays.
  public func stop() { core.stop() }
}
