extension String {
  /// The text without its final full stop, for use inside a sentence.
  var trimmingStop: String { hasSuffix(".") && !hasSuffix("...") ? String(dropLast()) : self }

  /// The text with a lower-case first letter, for use inside a sentence.
  var withSmallStart: String { prefix(1).lowercased() + dropFirst() }

  /// The text with control characters replaced, so that text from a file or an extension cannot
  /// control the terminal.
  var printable: String {
    var scalars = UnicodeScalarView()
    scalars.append(
      contentsOf: unicodeScalars.map { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: "\u{FFFD}"
        default: scalar
        }
      })
    return String(scalars)
  }

  /// Returns the text padded with spaces to `width` characters, or cut to them.
  func padded(to width: Int) -> String {
    count <= width ? self + String(repeating: " ", count: width - count) : cut(to: width)
  }

  /// Returns the text, cut to `width` characters if it is longer.
  func cut(to width: Int) -> String { count <= width ? self : prefix(max(0, width - 1)) + "…" }

  /// Returns the text right-aligned in `width` characters.
  func indented(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text quoted as one word for a shell.
  var shellQuoted: String {
    let plain = unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0)
        || "/._-+=:,@%".unicodeScalars.contains($0)
    }
    if plain && !isEmpty { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at both ends.
  var trimmed: String {
    var text = Substring(self)
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text.drop { $0 == " " || $0 == "\t" })
  }
}
