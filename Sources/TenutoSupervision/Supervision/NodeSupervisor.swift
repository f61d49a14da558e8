internal import Synchronization
internal import TenutoProcess
public import TenutoRender
public import TenutoSystem
internal import TenutoTransport

/// Supervises one node: restarts its instance, keeps a spare ready if the policy requests one, and
/// quarantines a node that ends again and again.
///
/// Supervision ends with the last reference, or with `stop()`.
///
/// Thread: any but render. No call waits for an extension.
public final class NodeSupervisor: Sendable {
  /// The status of a supervised node.
  public struct Status: Sendable, Equatable {
    /// The condition of the node.
    public var condition = NodeCondition.playing
    /// Restarts since supervision began.
    public var restarts = 0
    /// Whether a spare is ready.
    public var hasSpare = false
    /// The kind of spare that the policy requests.
    public var spare = SparePolicy.instance
    /// The state of its shadow; nil if the policy wants none.
    public var shadow: ShadowState?
    /// When the node's output is heard.
    public var timing = NodeTiming.sameCycle
    /// Faults, newest last, 32 at most.
    public var faults: [FaultReport] = []
  }

  /// The name of the node.
  public let name: String
  private let core: SupervisorCore

  /// Starts to supervise `slot`.
  ///
  /// - Parameters:
  ///   - name: The node's name in reports, such as `delay-2`.
  ///   - slot: The slot of the instance.
  ///   - policy: The user's settings.
  ///   - keeping: The node's state; nil to keep only the parameters that the host knows.
  ///   - make: Starts another instance of the same component, with the same options.
  ///   - bundleFolder: The folder for crash bundles, or nil. Instances must have a flight recorder.
  ///   - onChange: Called on a control thread when `status` has changed.
  ///   - onFault: Called on a control thread with every fault.
  ///   - onBundle: Called on a control thread with a fault's crash bundle, or the reason why there
  ///     is none.
  public init(
    name: String, slot: any NodeSlot, policy: SupervisionPolicy = SupervisionPolicy(),
    keeping: (any StateKeeping)? = nil,
    make: @escaping @Sendable () throws(HostError) -> Instance, bundleFolder: String? = nil,
    onChange: @escaping @Sendable () -> Void = {},
    onFault: @escaping @Sendable (FaultReport) -> Void = { _ in },
    onBundle: @escaping @Sendable (Result<FaultReport, HostError>) -> Void = { _ in }
  ) {
    self.name = name
    core = SupervisorCore(
      name: name, slot: slot, policy: policy, keeping: keeping, make: make,
      bundleFolder: bundleFolder, onFault: onFault, onBundle: onBundle, onChange: onChange)
    core.start()
  }

  deinit { stop() }

  /// The current status of the node.
  public var status: Status {
    let counters = core.slot.counters
    return core.state.withLock { state in
      var status = Status()
      status.condition = state.condition
      if state.condition == .playing, let counters {
        if counters.missesInRow > 0 { status.condition = .late }
        if counters.isMuted { status.condition = .muted }
      }
      status.restarts = state.restarts
      status.hasSpare = state.spare != nil
      status.spare = state.policy.spare
      if state.policy.spare == .shadow {
        status.shadow =
          counters?.hasShadow ?? false
          ? .exact : state.spare == nil || state.isMakingSpare ? .catchingUp : .stateOnly
      }
      status.timing = state.timing
      status.faults = state.faults
      return status
    }
  }

  /// The instance that plays.
  public var instance: Instance { core.slot.instance }

  /// The policy of supervision; a change applies from the next fault on.
  public var policy: SupervisionPolicy {
    get { core.state.withLock { $0.policy } }
    set {
      core.state.withLock { state in
        state.policy = newValue
        state.hang = HangDetector(newValue)
        state.overload = OverloadDetector(newValue)
      }
      core.jobs.add { [core] in core.adoptPolicy() }
    }
  }

  /// Whether the user has bypassed the node, as with `NodeSlot.setBypass`.
  public var isBypassed: Bool {
    get { core.state.withLock { $0.isBypassed } }
    set {
      core.state.withLock { $0.isBypassed = newValue }
      core.applyBypass()
    }
  }

  /// Sets when the node is heard.
  ///
  /// - Throws: As `NodeSlot.setTiming`.
  public func setTiming(_ timing: NodeTiming) throws(HostError) { try core.setTiming(timing) }

  /// Starts a node again that is quarantined, bypassed or muted.
  public func retry() {
    core.slot.unmute()
    let isToTry = core.state.withLock { state in
      state.trial.reset()
      return state.isParked
    }
    if isToTry { return core.jobs.add { [core] in core.tryAgain() } }
    let isToRestart = core.state.withLock { state in
      let isEnded = state.current.process.exit != nil
      state.restartPlan = RestartPlan()
      state.sparePlan = RestartPlan()
      state.forget()
      if [.overloaded, .flooding].contains(state.condition) { state.condition = .playing }
      if state.condition == .quarantined { state.condition = isEnded ? .restarting : .playing }
      state.planSpare(now: MonotonicTime.now.nanoseconds)
      if isEnded { state.spareDue = nil }
      return isEnded && state.spare == nil && !state.isStopped
    }
    core.applyBypass()
    if isToRestart { core.jobs.add { [core] in core.planRestart() } }
    core.notify()
  }

  /// Replaces a playing instance by a new one with its state, and ends the old one.
  public func restart() {
    core.jobs.add { [core] in
      if !core.state.withLock({ $0.isStopped }) { core.restart(isFault: false) }
    }
  }

  /// Whether a spare is ready that has the complete kept state.
  package var isSpareInStep: Bool {
    let kept = core.keeping.kept()
    return core.state.withLock { $0.spare?.kept == kept }
  }

  /// Ends supervision and the spare; the playing instance continues.
  public func stop() {
    let key = core.state.withLock { state in
      defer {
        state.isStopped = true
        state.watchKey = nil
        (state.restartDue, state.spareDue) = (nil, nil)
      }
      return state.watchKey
    }
    guard let key else { return }
    HangWatch.shared.remove(key)
    core.stopFollowingValues()
    TrialTurn.leave(core)
    core.jobs.add { [core] in
      core.dropSpare()
      core.state.withLock { state in
        defer { state.store = nil }
        return state.store
      }?.leave()
    }
  }
}
