internal import TenutoTransport

/// When a unit wants to be called again.
struct Ticker {
  /// When the next tick is due; `.never` while nobody wants one.
  private(set) var due = MonotonicTime.never

  /// Seconds from one tick to the next at least: more often would only heat the machine.
  static let shortestInterval = 0.001
  private static let longestInterval = 3600.0

  /// Goes on, or stops where there is no interval.
  mutating func update(interval: Double?) {
    guard let interval, interval == interval else {
      due = .never
      return
    }
    guard due == .never else { return }
    let seconds = min(max(interval, Self.shortestInterval), Self.longestInterval)
    due = MonotonicTime(nanoseconds: MonotonicTime.now.nanoseconds + UInt64(seconds * 1e9))
  }

  /// Until the next tick, rounded up; -1 for ever.
  var milliseconds: Int32 {
    guard due != .never else { return -1 }
    let now = MonotonicTime.now.nanoseconds
    return due.nanoseconds > now ? Int32((due.nanoseconds - now + 999_999) / 1_000_000) : 0
  }

  /// Whether a tick is due; it counts as taken.
  mutating func take() -> Bool {
    guard due != .never, due <= .now else { return false }
    due = .never
    return true
  }
}
