/// When a node's output is heard, and whether the host waits for it.
public enum NodeTiming: String, Sendable, Equatable, CaseIterable {
  /// In the cycle of its input: the host waits for it until the deadline.
  case sameCycle = "same-cycle"
  /// One period later: the host never waits for it, and the period counts as its latency.
  case onePeriodLater = "one-period-later"
}
