import Glibc

/// Formats times.
enum SessionText {
  /// Returns a time of today as "12:03:07", any other with its date, in the local time zone.
  static func time(_ seconds: Double) -> String {
    let (moment, today) = (local(seconds), local(Double(Glibc.time(nil))))
    return moment.date == today.date ? moment.clock : "\(moment.date) \(moment.clock)"
  }

  private static func local(_ seconds: Double) -> (date: String, clock: String) {
    var time = time_t(max(0, min(seconds, 1e12)))
    var parts = unsafe tm()
    _ = unsafe localtime_r(&time, &parts)
    let date = unsafe [parts.tm_mon + 1, parts.tm_mday].map(twoDigits)
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(twoDigits)
    let year = unsafe Int(parts.tm_year) + 1900
    return ("\(year)-" + date.joined(separator: "-"), clock.joined(separator: ":"))
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
