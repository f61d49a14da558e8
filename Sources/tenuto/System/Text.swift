extension String {
  /// The text without a full stop at its end, to stand inside a sentence.
  var trimmingStop: String { hasSuffix(".") && !hasSuffix("...") ? String(dropLast()) : self }

  /// The text with a small first letter, to stand inside a sentence.
  var withSmallStart: String { prefix(1).lowercased() + dropFirst() }

  /// The text with control characters replaced: what a file or an extension says may not steer
  /// the terminal.
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

  /// The text with spaces behind it up to `width` characters; a longer one is cut.
  func padded(to width: Int) -> String {
    count <= width ? self + String(repeating: " ", count: width - count) : cut(to: width)
  }

  /// The text, or as much of it as fits into `width` characters.
  func cut(to width: Int) -> String { count <= width ? self : prefix(max(0, width - 1)) + "…" }

  /// The text with spaces before it up to `width` characters.
  func indented(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }

  /// The text as one word of a shell's command line.
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
