/// Sees to it that an instance that is left out stops running.
struct ParkedWatch: Sendable {
  /// The next step for it.
  enum Verdict: Sendable, Equatable {
    /// It has stopped, or has time left to do so.
    case nothing
    /// It runs on: it is to run only on an idle core.
    case takePriority
    /// It does not stop: it is to be ended.
    case end
  }

  /// Nanoseconds that it may take to stop, and a span of which it may run a tenth after that.
  private static let patience: UInt64 = 1_000_000_000
  private static let span: UInt64 = 500_000_000

  private let since: UInt64
  private var ran: UInt64?
  private var hasPriority = true
  /// The beginning of the span that is measured.
  private var spanStart: UInt64
  private var ranAtStart: UInt64?

  init(now: UInt64) {
    since = now
    spanStart = now
  }

  /// Takes a look at its render thread, a cycle or more after the one before.
  mutating func check(now: UInt64, _ thread: ThreadReading.Look) -> Verdict {
    // A look may have begun before the instance was left out.
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
    return share && now - since >= Self.patience
  }
}
