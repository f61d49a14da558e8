internal import TenutoCore

/// The form of values in a session's file.
enum ScalarText {
  /// The shortest text for the same number.
  static func text(_ value: Float) -> String { withoutPoint("\(value)") }

  /// The shortest text for the same number.
  static func text(_ value: Double) -> String { withoutPoint("\(value)") }

  private static func withoutPoint(_ text: String) -> String {
    text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Integers in brackets.
  static func list(_ numbers: [Int]) -> String {
    "[\(numbers.map(String.init).joined(separator: ", "))]"
  }

  /// A text, in quotes if YAML requires them.
  static func text(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

  /// Whether every YAML reader takes an unquoted text literally.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, isLetter(first) || first == "/",
      last != " ", last != ":", !text.contains(": "), !text.contains("  ")
    else { return false }
    let words = ["true", "false", "yes", "no", "on", "off", "null", "y", "n", "inf", "nan"]
    return !words.contains(text.lowercased())
      && scalars.allSatisfy { isLetter($0) || " -_./:>+*0123456789".unicodeScalars.contains($0) }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z": true
    default: scalar.value > 0xA0 && scalar.value < 0xFDD0 && scalar.properties.isAlphabetic
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    var before: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      // Quotes alone do not suffice for a text like an anchor, see `AliasScan`.
      let isAnchor = scalar == "&" && AliasScan.openings.contains(before) && result != "\""
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isAnchor: result += escape(scalar)
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default: result += escape(scalar)
      }
      before = scalar
    }
    return result + "\""
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    guard !scalar.isControl, scalar.value != 0xFEFF, scalar.value & 0xFFFE != 0xFFFE else {
      return false
    }
    return scalar.value >= 0x20 && !(0xFDD0...0xFDEF).contains(scalar.value)
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let (letter, width) =
      scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\\(letter)" + String(repeating: "0", count: width - digits.utf8.count) + digits
  }
}

// MARK: - Unknown values

extension ScalarText {
  /// Any value on one line.
  static func text(_ value: YAMLValue) -> String {
    switch value.content {
    case .scalar(let text, let isPlain):
      isPlain && (value.isNothing || isNumber(text)) ? text : self.text(text)
    case .list(let items): "[\(items.map { text($0) }.joined(separator: ", "))]"
    case .mapping(let entries):
      "{\(entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))}"
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    Double(text) != nil && text.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
  }
}
