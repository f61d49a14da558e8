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
  /// Nanoseconds without an answer from which it is not slow: it hangs, or was stopped.
  private let silenceLimit: UInt64
  private var counts: [Count] = []
  private var answer: UInt32?
  /// What was seen of this row of misses: the newest count, looks with a new answer, the time of the
  /// last one, and what was missed between two looks that had an answer between them.
  private var misses: UInt64 = 0
  private var answers = 0
  private var answeredAt: UInt64 = 0
  private var lateMisses: UInt64 = 0

  private struct Count: Sendable {
    let time: UInt64
    let heard: UInt64
    let missed: UInt64
  }

  init(_ policy: SupervisionPolicy) {
    missLimit = UInt64(max(1, policy.missLimit))
    missShare = policy.missShare
    silenceLimit = UInt64(max(0, policy.hangLimit) * 1e9)
  }

  /// Forgets what it has seen: another instance, or the machine stood still.
  mutating func reset() {
    counts = []
    answers = 0
    lateMisses = 0
  }

  /// Takes a look at the counters; whether the node is to be left out.
  mutating func judge(now: UInt64, _ counters: NodeReading, answer: UInt32?) -> Bool {
    count(now, counters.missesInRow, answer)
    guard counters.missesInRow == 0 || now - answeredAt < silenceLimit else {
      reset()
      return false
    }
    if answers >= Self.answersInRow && lateMisses >= missLimit { return true }
    return missesTooOften(now, counters)
  }

  /// Who goes on after a stop of a second is not slow for what it missed meanwhile: only misses among
  /// answers count.
  private mutating func count(_ now: UInt64, _ missesInRow: UInt64, _ answer: UInt32?) {
    defer {
      misses = missesInRow
      self.answer = answer
    }
    if missesInRow == 0 || missesInRow < misses {
      misses = 0
      answers = 0
      lateMisses = 0
    }
    guard missesInRow == 0 || answer != self.answer else { return }
    answeredAt = now
    guard missesInRow > 0 else { return }
    answers += 1
    lateMisses += missesInRow - misses
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
