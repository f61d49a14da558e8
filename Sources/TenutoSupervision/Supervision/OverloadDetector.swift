internal import TenutoRender
/// Decides whether a responsive node is too slow, by the cycles that it has missed through its own
/// fault.
///
/// An instance that waits for a core, or for its chain, is not too slow. An instance that sleeps
/// while rendering is (`StallDetector`).
struct OverloadDetector: Sendable {
  /// Nanoseconds over which the share of missed cycles is measured.
  private static let span: UInt64 = 5_000_000_000
  /// Nanoseconds between two stored counts.
  private static let step: UInt64 = 500_000_000
  /// Checks of a row of misses that must find new ones: one long cycle is no reason.
  private static let looksInRow = 2

  private let policy: SupervisionPolicy
  private let missLimit: UInt64
  private let missShare: Double
  private var counts: [Count] = []
  private var row: Row?
  private var stalls: StallDetector

  /// Cycles missed since the last one in time.
  private struct Row: Sendable {
    var missesInRow: UInt64
    /// Own misses before the row and at the last check, and the checks that found new ones.
    let before: UInt64
    var ownMisses: UInt64
    var looks = 0
  }

  private struct Count: Sendable {
    let time: UInt64
    let heard: UInt64
    let ownMisses: UInt64
  }

  init(_ policy: SupervisionPolicy) {
    missLimit = UInt64(max(1, policy.missLimit))
    missShare = policy.missShare
    self.policy = policy
    stalls = StallDetector(policy)
  }

  /// Discards all observations, for another instance or after a standstill of the machine.
  mutating func reset() {
    self = OverloadDetector(policy)
  }

  /// Checks the counters and the render thread; returns whether to bypass the node.
  mutating func check(
    now: UInt64, _ counters: NodeReading, _ thread: ThreadReading.Look
  ) -> Bool {
    missesInRow(counters) || missesTooOften(now, counters)
      || stalls.check(now: now, counters, thread)
  }

  private mutating func missesInRow(_ counters: NodeReading) -> Bool {
    let own = counters.ownMisses
    guard counters.missesInRow > 0, var row, counters.missesInRow >= row.missesInRow,
      own >= row.ownMisses
    else {
      row = Row(missesInRow: counters.missesInRow, before: own, ownMisses: own)
      return false
    }
    if own > row.ownMisses { row.looks += 1 }
    row.ownMisses = own
    row.missesInRow = counters.missesInRow
    self.row = row
    return row.looks >= Self.looksInRow && own - row.before >= missLimit
  }

  private mutating func missesTooOften(_ now: UInt64, _ counters: NodeReading) -> Bool {
    if let last = counts.last, now - last.time < Self.step { return false }
    counts.append(Count(time: now, heard: counters.cycles, ownMisses: counters.ownMisses))
    while counts.count > 1, now - counts[1].time >= Self.span { counts.removeFirst() }
    guard let first = counts.first, now - first.time >= Self.span else { return false }
    let missed = counters.ownMisses &- first.ownMisses
    let all = missed &+ (counters.cycles &- first.heard)
    return missed >= missLimit && Double(missed) >= missShare * Double(all)
  }
}
