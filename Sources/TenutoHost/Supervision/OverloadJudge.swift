/// Decides whether a node that answers is too slow for its place.
struct OverloadJudge: Sendable {
  /// Seconds over which the share of missed cycles counts.
  private static let span: UInt64 = 5_000_000_000
  /// Nanoseconds between two counts that are kept.
  private static let step: UInt64 = 500_000_000
  /// Looks with a new answer in a row of misses that prove that it works and is late: one may be
  /// the answer to a cycle before the machine stood still.
  private static let answersInRow = 2

  private let missLimit: UInt64
  private let missShare: Double
  private var counts: [Count] = []
  private var answer: UInt32?
  private var answers = 0

  private struct Count: Sendable {
    let time: UInt64
    let heard: UInt64
    let missed: UInt64
  }

  init(_ policy: SupervisionPolicy) {
    missLimit = UInt64(max(1, policy.missLimit))
    missShare = policy.missShare
  }

  /// Forgets what it has seen: another instance, or the machine stood still.
  mutating func reset() {
    counts = []
    answers = 0
  }

  /// Takes a look at the counters; whether the node is to be left out.
  mutating func judge(now: UInt64, _ counters: NodeReading, answer: UInt32?) -> Bool {
    if counters.missesInRow == 0 {
      answers = 0
    } else if answer != self.answer {
      answers += 1
    }
    self.answer = answer
    if counters.missesInRow >= missLimit && answers >= Self.answersInRow { return true }
    // One that gives no answer at all is not slow: it hangs, or was stopped.
    guard counters.missesInRow == 0 || answers > 0 else {
      counts = []
      return false
    }
    return missesTooOften(now, counters)
  }

  private mutating func missesTooOften(_ now: UInt64, _ counters: NodeReading) -> Bool {
    if let last = counts.last, now - last.time < Self.step { return false }
    counts.append(Count(time: now, heard: counters.cycles, missed: counters.misses))
    while counts.count > 1, now - counts[1].time >= Self.span { counts.removeFirst() }
    guard let first = counts.first, now - first.time >= Self.span else { return false }
    let missed = counters.misses &- first.missed
    let all = missed &+ (counters.cycles &- first.heard)
    return missed >= missLimit && Double(missed) >= missShare * Double(all)
  }
}
