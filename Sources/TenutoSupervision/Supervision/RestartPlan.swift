internal import TenutoTransport

/// Counts restarts against a limit.
struct RestartPlan: Sendable {
  enum Decision: Sendable, Equatable {
    /// Start it again after this many nanoseconds.
    case restart(after: UInt64)
    /// It ended too often.
    case quarantine
  }

  private var times: [UInt64] = []

  /// Counts a restart at `now`, in ns, if it is allowed.
  mutating func next(_ policy: SupervisionPolicy, now: UInt64) -> Decision {
    forget(policy, now)
    guard times.count < policy.restartLimit else { return .quarantine }
    let delay = self.delay(policy)
    times.append(now)
    return .restart(after: delay)
  }

  /// Whether another restart is allowed.
  mutating func hasMore(_ policy: SupervisionPolicy, now: UInt64) -> Bool {
    forget(policy, now)
    return times.count < policy.restartLimit
  }

  /// Nanoseconds before the next start.
  func delay(_ policy: SupervisionPolicy) -> UInt64 {
    guard !times.isEmpty, !policy.restartDelays.isEmpty else { return 0 }
    let seconds = policy.restartDelays[min(times.count, policy.restartDelays.count) - 1]
    return UInt64(max(0, seconds) * 1e9)
  }

  private mutating func forget(_ policy: SupervisionPolicy, _ now: UInt64) {
    let window = UInt64(max(0, policy.restartWindow) * 1e9)
    times.removeAll { now - $0 >= window }
  }
}
