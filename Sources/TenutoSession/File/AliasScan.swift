/// Searches for aliases before the parser does, which would resolve them.
enum AliasScan {
  /// The position of an anchor that an alias may refer to; quoted text can look like either.
  static func firstAnchor(in text: String) -> TextPosition? {
    var anchors: [String: TextPosition] = [:]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() where !isComment(line) {
      for mark in marks(in: line.unicodeScalars) {
        if !mark.isAlias {
          anchors[mark.name] = TextPosition(line: number + 1, column: mark.column)
        } else if let anchor = anchors[mark.name] {
          return anchor
        }
      }
    }
    return nil
  }

  /// A line like this may end a quoted text that began earlier.
  private static func isComment(_ line: Substring) -> Bool {
    line.first { $0 != " " } == "#" && !line.unicodeScalars.contains { $0 == "\"" || $0 == "'" }
  }

  private struct Mark {
    let isAlias: Bool
    let name: String
    let column: Int
  }

  /// The characters that can precede an anchor or an alias.
  static let openings = " \t,[{-?:!\u{FEFF}".unicodeScalars

  private static func marks(in line: Substring.UnicodeScalarView) -> [Mark] {
    guard line.contains(where: { $0 == "&" || $0 == "*" }) else { return [] }
    var found: [Mark] = []
    var before: Unicode.Scalar = " "
    for (column, index) in line.indices.enumerated() {
      let scalar = line[index]
      if scalar == "&" || scalar == "*", openings.contains(before) {
        let name = String(Substring(line[line.index(after: index)...].prefix(while: isOfName)))
        found.append(Mark(isAlias: scalar == "*", name: name, column: column + 1))
      }
      before = scalar
    }
    return found
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "-": true
    default: false
    }
  }
}
