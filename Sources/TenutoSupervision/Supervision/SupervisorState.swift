internal import TenutoProcess
internal import TenutoRender
internal import TenutoTransport

/// A supervisor's knowledge of its node.
struct SupervisorState: Sendable {
  var policy: SupervisionPolicy
  /// The instance that plays, or is about to.
  var current: Instance
  /// The node's condition, apart from what the counters say.
  var condition = NodeCondition.playing
  var timing = NodeTiming.sameCycle
  /// Whether the user has left it out.
  var isBypassed = false
  var restarts = 0
  var faults: [FaultReport] = []
  var restartPlan = RestartPlan()
  /// The replay to the instance that plays.
  var replay = ReplayWatch()
  /// The times at which its values were set, and the observation that reports them.
  var ages = ValueAges()
  var hearing: (center: EventCenter, key: UInt64)?
  /// When the next instance is to be made, in ns; nil for none.
  var restartDue: UInt64?
  var sparePlan = RestartPlan()
  var spareDue: UInt64?
  var spare: Standby?
  /// When the spare is looked after next.
  var spareLookDue: UInt64 = 0
  /// The reason for which the playing instance was ended.
  var verdict: FaultCause?
  var hang: HangDetector
  var overload: OverloadDetector
  var floods = FloodWatch()
  var watch = RenderThreadWatch()
  /// Readings of a parked instance, and when an instance that was too slow is tried again.
  var parked: ParkedWatch?
  var trial = TrialPlan()
  /// Spares of the component, which other nodes share; nil where the policy has none.
  var store: SpareStore?
  var watchKey: UInt64?
  var isStopped = false

  /// An instance that stands by, and what it has been given.
  struct Standby: Sendable {
    let instance: Instance
    var kept: KeptState
    /// When `kept` was what the node had.
    var time = MonotonicTime.now
    /// The readings of its memory.
    var watch = RenderThreadWatch()
    /// Whether something newer is being given to it.
    var isBusy = false
  }

  /// Reports that are kept.
  static let faultLimit = 32

  init(_ policy: SupervisionPolicy, current: Instance) {
    self.policy = policy
    self.current = current
    hang = HangDetector(policy)
    overload = OverloadDetector(policy)
  }

  /// Begins to look at another instance.
  mutating func follow(_ instance: Instance) {
    current = instance
    verdict = nil
    parked = nil
    watch = RenderThreadWatch()
    replay.begin()
    forget()
  }

  /// Forgets what speaks against the instance that plays.
  mutating func forget() {
    hang.reset()
    overload.reset()
  }

  mutating func add(_ report: FaultReport) {
    faults.append(report)
    faults.removeFirst(max(0, faults.count - Self.faultLimit))
  }

  /// Notes where the crash bundle of a fault is; the fault as it is now, nil where it is forgotten.
  mutating func noteBundle(_ path: String, of fault: FaultReport) -> FaultReport? {
    guard let index = faults.lastIndex(of: fault) else { return nil }
    faults[index].bundlePath = path
    return faults[index]
  }

  /// Has a spare made after the delay that its plan says, if the policy wants one.
  mutating func planSpare(now: UInt64) {
    guard policy.spare == .instance, spare == nil, !isStopped else {
      spareDue = nil
      return
    }
    // The one after the last restart would only be there to be thrown away.
    let window = UInt64(max(0, policy.restartWindow) * 1e9)
    guard restartPlan.hasMore(policy, now: now) else {
      spareDue = now + window
      return
    }
    spareDue = now + max(restartPlan.delay(policy), sparePlan.delay(policy))
  }

  /// Whether an instance has the place that is left out and is to run no more: another one has to
  /// take it.
  var isParked: Bool { parked != nil && current.process.exit == nil }

  /// Whether the instance has ended and its spare was to take over.
  var isWaitingForSpare: Bool {
    condition == .restarting && restartDue == nil && current.process.exit != nil
  }

  /// Whether the place is to be left out: by the user, or because nothing useful sits there.
  var isToBeLeftOut: Bool {
    isBypassed || [.overloaded, .flooding, .quarantined].contains(condition)
  }
}
