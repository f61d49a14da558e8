internal import TenutoProcess
internal import TenutoRender
internal import TenutoTransport

/// The supervisor's state of its node.
struct SupervisorState: Sendable {
  var policy: SupervisionPolicy
  /// The instance that plays, or is about to.
  var current: Instance
  /// The node's condition, apart from the conditions that its counters show.
  var condition = NodeCondition.playing
  var timing = NodeTiming.sameCycle
  /// Whether the user has bypassed it.
  var isBypassed = false
  var restarts = 0
  var faults: [FaultReport] = []
  var restartPlan = RestartPlan()
  /// The replay to the playing instance.
  var replay = ReplayWatch()
  /// When its values were set, and the subscription that reports them.
  var ages = ValueAges()
  var hearing: (center: EventCenter, key: UInt64)?
  /// When the next instance is due, in ns, or nil.
  var restartDue: UInt64?
  var sparePlan = RestartPlan()
  var spareDue: UInt64?
  var spare: Standby?
  /// A spare that took over and ended before that was known.
  var endedAfterTakeover: Instance?
  /// The state and values of the node when its first cycle was logged: the initial state of a
  /// shadow.
  var origin = KeptState()
  /// Whether a spare is being made.
  var isMakingSpare = false
  /// The node's cycles and takeovers when the newest spare became ready.
  var spareCycles: UInt64 = 0
  var spareTakeovers: UInt64 = 0
  /// Whether a snapshot is being taken; when the next one may be tried, and the delay after it.
  var isTakingSnapshot = false
  var snapshotDue: UInt64 = 0
  var snapshotDelay = Self.shortestSnapshotDelay
  /// When the spare is next updated.
  var spareLookDue: UInt64 = 0
  /// The reason for ending the playing instance.
  var verdict: FaultCause?
  var hang: HangDetector
  var overload: OverloadDetector
  var floods = FloodWatch()
  var watch = RenderThreadWatch()
  /// Observations of a parked instance, and when a node that was too slow is tried again.
  var parked: ParkedWatch?
  var trial = TrialPlan()
  /// Spares of the component, shared with other nodes; nil if the policy has none.
  var store: SpareStore?
  var watchKey: UInt64?
  var isStopped = false

  /// A spare instance, with the state and values that it has got.
  struct Standby: Sendable {
    let instance: Instance
    var kept: KeptState
    /// The time of `kept`.
    var time = MonotonicTime.now
    /// Observations of its memory.
    var watch = RenderThreadWatch()
    /// Whether it is getting a newer state.
    var isBusy = false
    /// Whether it has got cycles of its node.
    var isFed = false
  }

  /// The delays between attempts to get a snapshot, in ns.
  static let shortestSnapshotDelay: UInt64 = 500_000_000
  static let longestSnapshotDelay: UInt64 = 60_000_000_000

  /// The most fault reports that are kept.
  static let faultLimit = 32

  init(_ policy: SupervisionPolicy, current: Instance) {
    self.policy = policy
    self.current = current
    hang = HangDetector(policy)
    overload = OverloadDetector(policy)
  }

  /// Starts to observe another instance.
  mutating func follow(_ instance: Instance) {
    current = instance
    verdict = nil
    parked = nil
    watch = RenderThreadWatch()
    (snapshotDue, snapshotDelay) = (0, Self.shortestSnapshotDelay)
    replay.begin()
    forget()
  }

  /// Discards observations against the playing instance.
  mutating func forget() {
    hang.reset()
    overload.reset()
  }

  mutating func add(_ report: FaultReport) {
    faults.append(report)
    faults.removeFirst(max(0, faults.count - Self.faultLimit))
  }

  /// Adds the crash bundle's path to a fault; returns the updated fault, or nil if it is gone.
  mutating func noteBundle(_ path: String, of fault: FaultReport) -> FaultReport? {
    guard let index = faults.lastIndex(of: fault) else { return nil }
    faults[index].bundlePath = path
    return faults[index]
  }

  /// Schedules a spare after its plan's delay, if the policy wants one.
  mutating func planSpare(now: UInt64) {
    guard policy.spare.isOwn, spare == nil, !isStopped else {
      spareDue = nil
      return
    }
    // After the last restart a spare could never be used.
    let window = UInt64(max(0, policy.restartWindow) * 1e9)
    guard restartPlan.hasMore(policy, now: now) else {
      spareDue = now + window
      return
    }
    spareDue = now + max(restartPlan.delay(policy), sparePlan.delay(policy))
  }

  /// Whether the instance is parked and still alive, so that another one must replace it.
  var isParked: Bool { parked != nil && current.process.exit == nil }

  /// Whether the instance has ended and its spare was to take over.
  var isWaitingForSpare: Bool {
    condition == .restarting && restartDue == nil && current.process.exit != nil
  }

  /// Whether to bypass the slot, for the user or because of its condition.
  var isToBeLeftOut: Bool {
    isBypassed || [.overloaded, .flooding, .quarantined].contains(condition)
  }
}
