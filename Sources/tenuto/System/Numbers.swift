import Glibc

/// Formats numbers.
enum Numbers {
  /// Returns a number with at most `places` decimal places, without trailing zeros.
  static func short(_ value: Double, places: Int = 4) -> String {
    var text = fixed(value, places: places)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// Returns a number with exactly `places` decimal places.
  static func fixed(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    let scale = (0..<places).reduce(1.0) { product, _ in product * 10 }
    let rounded = (abs(value) * scale).rounded()
    let whole = (rounded / scale).rounded(.towardZero)
    let sign = value < 0 && rounded > 0 ? "-" : ""
    guard places > 0 else { return sign + "\(Int64(whole))" }
    let digits = "\(Int64(rounded - whole * scale))"
    return sign + "\(Int64(whole))."
      + String(repeating: "0", count: max(0, places - digits.count)) + digits
  }

  /// Returns a count with its noun, such as "1 sample" or "2 samples".
  static func count(_ number: some BinaryInteger, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// Returns seconds as minutes and seconds, such as "1:05", or with hours, such as "1:02:05".
  static func time(_ seconds: Double) -> String {
    let all = Int64(max(0, min(seconds, 1e12)))
    let (minutes, rest) = (all / 60, all % 60)
    let tail = rest < 10 ? "0\(rest)" : "\(rest)"
    guard minutes >= 60 else { return "\(minutes):\(tail)" }
    let middle = minutes % 60 < 10 ? "0\(minutes % 60)" : "\(minutes % 60)"
    return "\(minutes / 60):\(middle):\(tail)"
  }

  /// Returns a linear level in decibels relative to full scale, such as "-6.0 dBFS".
  static func level(_ linear: Float) -> String {
    linear > 0 ? "\(fixed(decibels(linear), places: 1)) dBFS" : "silence"
  }

  /// Returns a linear level in decibels relative to full scale.
  static func decibels(_ linear: Float) -> Double { 20 * log10(Double(linear)) }

  /// Returns a share in percent, such as "3 %".
  static func percent(_ share: Double) -> String { "\(fixed(share * 100, places: 0)) %" }
}
