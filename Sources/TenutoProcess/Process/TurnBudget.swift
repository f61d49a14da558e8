internal import TenutoTransport

/// How much of one source the host takes in a tenth of a second; the rest waits, so that nothing is
/// lost and its sender is held up.
struct TurnBudget: Sendable {
  /// What is taken in one window at most.
  let limit: Int
  private var taken = 0
  private var windowEnd = MonotonicTime.never
  private var fullWindows = 0

  private static let windowLength: UInt64 = 100_000_000

  init(limit: Int) { self.limit = limit }

  /// Windows in a row that were full, this one included.
  var fullWindowCount: Int { fullWindows }

  /// Counts `amount` more; when to go on, nil for at once.
  mutating func take(_ amount: Int, now: MonotonicTime = .now) -> MonotonicTime? {
    if now >= windowEnd { begin(now) }
    let wasFull = taken >= limit
    taken += amount
    guard taken >= limit else { return nil }
    if !wasFull { fullWindows += 1 }
    return windowEnd
  }

  /// A full window directly after a full one extends the run; a pause ends it.
  private mutating func begin(_ now: MonotonicTime) {
    let isNext = taken >= limit && now.nanoseconds - windowEnd.nanoseconds < Self.windowLength
    if !isNext { fullWindows = 0 }
    taken = 0
    windowEnd = MonotonicTime(nanoseconds: now.nanoseconds + Self.windowLength)
  }
}
