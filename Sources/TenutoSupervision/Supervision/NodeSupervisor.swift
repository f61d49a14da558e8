internal import Synchronization
internal import TenutoProcess
public import TenutoRender
public import TenutoSystem
internal import TenutoTransport

/// Looks after one node of what plays: has its instance restarted, with a spare standing by where
/// the policy says so, and gives it up where it ends again and again.
///
/// It ends with its last reference, or with `stop()`.
///
/// Thread: any, but for the render thread. No call waits for an extension.
public final class NodeSupervisor: Sendable {
  /// The supervisor's report on the node.
  public struct Status: Sendable, Equatable {
    /// The condition of the node.
    public var condition = NodeCondition.playing
    /// Restarts since the beginning.
    public var restarts = 0
    /// Whether a spare stands by.
    public var hasSpare = false
    /// When the node's output is heard.
    public var timing = NodeTiming.sameCycle
    /// Faults, the newest last, 32 at most.
    public var faults: [FaultReport] = []
  }

  /// The name of the node.
  public let name: String
  private let core: SupervisorCore

  /// Begins to look after `slot`.
  ///
  /// - Parameters:
  ///   - name: What the node is called in reports, such as `delay-2`.
  ///   - slot: Where the instance sits.
  ///   - policy: The user's wishes.
  ///   - keeping: The node's state; nil to keep only the parameters that the host knows.
  ///   - make: Starts another instance of the same component, with the same options.
  ///   - bundleFolder: Where crash bundles go; nil for none. Instances have to record their flights.
  ///   - onChange: Hears that `status` is another, on a control thread.
  ///   - onFault: Hears of every fault, on a control thread.
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

  /// The node as it is now.
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
      status.timing = state.timing
      status.faults = state.faults
      return status
    }
  }

  /// The instance that plays.
  public var instance: Instance { core.slot.instance }

  /// How it is looked after; a change holds from the next fault on.
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

  /// Whether the user has left the node out; as `NodeSlot.setBypass`.
  public var isBypassed: Bool {
    get { core.state.withLock { $0.isBypassed } }
    set {
      core.state.withLock { $0.isBypassed = newValue }
      core.applyBypass()
    }
  }

  /// Chooses when the node is heard.
  ///
  /// - Throws: As `NodeSlot.setTiming`.
  public func setTiming(_ timing: NodeTiming) throws(HostError) { try core.setTiming(timing) }

  /// Tries again to start a node that is quarantined, left out or muted.
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
    core.tell()
  }

  /// Replaces a playing instance by another one with its state, and ends the former.
  public func restart() {
    core.jobs.add { [core] in
      if !core.state.withLock({ $0.isStopped }) { core.restart(isFault: false) }
    }
  }

  /// Whether a spare stands by that has all that is kept.
  package var isSpareInStep: Bool {
    let kept = core.keeping.kept()
    return core.state.withLock { $0.spare?.kept == kept }
  }

  /// Ends the care, and the spare; the instance that plays goes on.
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
    core.ceaseToFollowValues()
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
