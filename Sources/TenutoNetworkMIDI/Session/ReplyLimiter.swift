/// Limits the answers to hosts that have not been accepted, so that a session cannot amplify an
/// attack.
struct ReplyLimiter: Sendable {
  /// Maximum number of answers to one address per second.
  private static let perHost = 10
  /// Maximum number of answers to all addresses per second.
  private static let total = 100

  private var second: UInt64 = 0
  private var counts: [[UInt8]: Int] = [:]
  private var count = 0

  /// Returns whether one more answer may go to a host, and counts it.
  mutating func allows(_ host: [UInt8], at now: UInt64) -> Bool {
    if now / 1_000_000_000 != second {
      second = now / 1_000_000_000
      counts.removeAll(keepingCapacity: true)
      count = 0
    }
    guard count < Self.total, counts[host, default: 0] < Self.perHost else { return false }
    count += 1
    counts[host, default: 0] += 1
    return true
  }
}
