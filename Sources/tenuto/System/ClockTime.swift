import Glibc

/// Formats the time of day.
enum ClockTime {
  /// Returns seconds since 1970 in the user's time zone, such as "14:03:07".
  static func text(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "--:--:--" }
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return "--:--:--" }
    let numbers = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec]
    let words = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return words.joined(separator: ":")
  }
}
