/// The form of names in a text of lines and tabs.
package enum StateText {
  /// Returns a text without line ends and tabs, which `unescaped` restores.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the original of an `escaped` text, or nil for any other text.
  package static func unescaped(_ text: some StringProtocol) -> String? {
    var plain = ""
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        guard let meant: Unicode.Scalar = ["\\": "\\", "n": "\n", "r": "\r", "t": "\t"][scalar]
        else { return nil }
        plain.unicodeScalars.append(meant)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        plain.unicodeScalars.append(scalar)
      }
    }
    return isEscaped ? nil : plain
  }
}
