/// Decimal numbers as text, without Foundation.
enum Decimal {
  /// The power of ten of the first significant digit; 0 for 0.
  static func magnitude(_ value: Double) -> Int {
    var rest = abs(value)
    guard rest > 0, rest.isFinite else { return 0 }
    var power = 0
    while rest >= 10 {
      rest /= 10
      power += 1
    }
    while rest < 1 {
      rest *= 10
      power -= 1
    }
    return power
  }

  /// `value` with at most `fractionDigits` digits after the point, without trailing zeros.
  static func text(_ value: Double, fractionDigits: Int) -> String {
    var scale = 1.0
    for _ in 0..<fractionDigits { scale *= 10 }
    let scaled = (abs(value) * scale).rounded()
    // Beyond the range of Int64 there are no digits after the point.
    guard scaled < 9e18 else { return "\(value)" }
    var digits = String(Int64(scaled))
    guard scaled > 0 else { return "0" }
    let missing = fractionDigits + 1 - digits.utf8.count
    if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
    let whole = digits.dropLast(fractionDigits)
    var fraction = digits.suffix(fractionDigits)
    while fraction.last == "0" { fraction.removeLast() }
    return (value < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The finite decimal number in `text`; nil for anything else, such as hexadecimal or `inf`.
  static func value(_ text: Substring) -> Double? {
    let text = text.first == "\u{2212}" ? "-" + text.dropFirst() : text  // minus sign
    guard text.utf8.allSatisfy(isPartOfNumber), let value = Double(text) else { return nil }
    return value.isFinite ? value : nil
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true  // digits + - . E e
    default: false
    }
  }
}
