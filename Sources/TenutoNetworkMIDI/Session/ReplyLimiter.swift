/// Limits the answers to hosts that have not been accepted, so that a session is no amplifier.
struct ReplyLimiter: Sendable {
  /// How many answers one address gets in a second.
  private static let perHost = 10
  /// How many answers all get in a second.
  private static let total = 100

  private var second: UInt64 = 0
  private var counts: [[UInt8]: Int] = [:]
  private var count = 0

  /// Whether one more answer may go to a host; counts it if so.
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
