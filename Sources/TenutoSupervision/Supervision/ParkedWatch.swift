/// Makes sure that a parked instance stops running.
struct ParkedWatch: Sendable {
  /// The next action for the instance.
  enum Verdict: Sendable, Equatable {
    /// It has stopped, or still has time to.
    case nothing
    /// It still runs: let it run on idle cores only.
    case takePriority
    /// It does not stop: end it.
    case end
  }

  /// Nanoseconds that it may take to stop, and the span of which it may then run a tenth.
  private static let timeout: UInt64 = 1_000_000_000
  private static let span: UInt64 = 500_000_000

  private let since: UInt64
  private var ran: UInt64?
  private var hasPriority = true
  /// The start of the span that is measured.
  private var spanStart: UInt64
  private var ranAtStart: UInt64?

  init(now: UInt64) {
    since = now
    spanStart = now
  }

  /// Checks its render thread, at least a cycle after the previous check.
  mutating func check(now: UInt64, _ thread: ThreadReading.Look) -> Verdict {
    // The check may have begun before the instance was parked.
    guard now > since, case .reading(let reading) = thread else { return .nothing }
    defer { ran = reading.ran }
    if isRunningOn(now, reading) { return .end }
    guard hasPriority, let ran, reading.ran > ran || reading.state == "R" else { return .nothing }
    hasPriority = false
    return .takePriority
  }

  private mutating func isRunningOn(_ now: UInt64, _ reading: ThreadReading) -> Bool {
    guard let before = ranAtStart else {
      (spanStart, ranAtStart) = (now, reading.ran)
      return false
    }
    guard now - spanStart >= Self.span else { return false }
    let share = reading.ran &- before >= (now - spanStart) / 10
    (spanStart, ranAtStart) = (now, reading.ran)
    return share && now - since >= Self.timeout
  }
}
