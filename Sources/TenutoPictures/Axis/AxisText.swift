internal import Glibc

/// Formats numbers on axes.
enum AxisText {
  /// Returns a number with as many decimal places as `step` needs.
  static func number(_ value: Double, step: Double) -> String {
    let places = step > 0 && step < 1 ? Int(ceil(-log10(step) - 1e-9)) : 0
    return fixed(value, places: min(places, 12))
  }

  /// Returns a number with up to three significant digits, followed by `k`, `M` or `G` if it is
  /// large.
  static func short(_ value: Double) -> String {
    let size = abs(value)
    for (unit, letter) in [(1e9, "G"), (1e6, "M"), (1e3, "k")] where size >= unit {
      return size < unit * 1e6 ? significant(value / unit) + letter : exponent(value)
    }
    return size == 0 || size >= 1e-3 ? significant(value) : exponent(value)
  }

  /// Returns a time in seconds: `0.5`, or `1:30` on an axis longer than two minutes.
  static func time(_ seconds: Double, step: Double, isLong: Bool) -> String {
    guard isLong, step >= 1 else { return number(seconds, step: step) }
    let whole = Int(min(seconds, 1e15).rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }

  /// Returns a number with a fixed number of decimal places, 0...12.
  static func fixed(_ value: Double, places: Int) -> String {
    let power = pow(10, Double(places))
    let scaled = (abs(value) * power).rounded()
    guard scaled < 1e18 else { return value.isFinite ? exponent(value) : "?" }
    let whole = Int(scaled)
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(whole)" }
    let unit = Int(power)
    let fraction = String(whole % unit)
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(whole / unit).\(zeros)\(fraction)"
  }

  private static func significant(_ value: Double) -> String {
    let size = abs(value)
    let places = size == 0 ? 0 : max(0, 2 - Int(floor(log10(size))))
    var text = fixed(value, places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  private static func exponent(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    let power = Int(floor(log10(abs(value))))
    return "\(significant(value / pow(10, Double(power))))e\(power)"
  }
}
