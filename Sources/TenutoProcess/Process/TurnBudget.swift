internal import TenutoTransport

/// A rate limit: how much the host takes of one source in a tenth of a second.
///
/// The rest waits: nothing is lost, and the sender blocks.
struct TurnBudget: Sendable {
  /// The most that is taken in one window.
  let limit: Int
  private var taken = 0
  private var windowEnd = MonotonicTime.never
  private var fullWindows = 0

  private static let windowLength: UInt64 = 100_000_000

  init(limit: Int) { self.limit = limit }

  /// Consecutive full windows, this one included.
  var fullWindowCount: Int { fullWindows }

  /// Counts `amount` more, and returns when to continue; nil means at once.
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
