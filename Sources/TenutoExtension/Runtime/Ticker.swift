internal import TenutoTransport

/// The schedule of a unit's ticks.
struct Ticker {
  /// The time of the next tick; `.never` without ticks.
  private(set) var due = MonotonicTime.never

  /// The minimum interval of ticks in seconds: shorter ones would only waste power.
  static let shortestInterval = 0.001
  private static let longestInterval = 3600.0

  /// Starts, or stops if there is no interval.
  mutating func update(interval: Double?) {
    guard let interval, interval == interval else {
      due = .never
      return
    }
    guard due == .never else { return }
    let seconds = min(max(interval, Self.shortestInterval), Self.longestInterval)
    due = MonotonicTime(nanoseconds: MonotonicTime.now.nanoseconds + UInt64(seconds * 1e9))
  }

  /// Time until the next tick, rounded up; -1 for none.
  var milliseconds: Int32 {
    guard due != .never else { return -1 }
    let now = MonotonicTime.now.nanoseconds
    return due.nanoseconds > now ? Int32((due.nanoseconds - now + 999_999) / 1_000_000) : 0
  }

  /// Whether a tick is due; the call consumes it.
  mutating func take() -> Bool {
    guard due != .never, due <= .now else { return false }
    due = .never
    return true
  }
}
