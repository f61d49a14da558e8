extension ValidationReport {
  /// The report for people: one line for each check, by group, and for each fault the problem, its
  /// effect and advice.
  public var lines: [String] {
    var lines: [String] = ["\(target.code)  \(target.executablePath)"]
    var group: Character?
    for result in results {
      guard let check = CheckList.check(result.id) else { continue }
      if check.id.first != group {
        group = check.id.first
        lines += ["", Self.groupNames[check.id.prefix(1).description] ?? check.id]
      }
      lines += Self.lines(result, check)
    }
    return lines + ["", summary]
  }

  private static let groupNames = [
    "D": "Discovery", "L": "Life cycle", "P": "Parameters", "S": "State and presets",
    "B": "Busses", "A": "Audio", "M": "MIDI", "T": "Transport", "R": "Realtime",
    "X": "Hostile host", "Z": "Resources",
  ]

  private static func lines(_ result: CheckResult, _ check: Check) -> [String] {
    let text = result.outcome.text.isEmpty ? "" : ": \(printable(result.outcome.text))"
    let word = result.outcome.word
    let head = "  \(check.id)  \(word)\(String(repeating: " ", count: max(1, 9 - word.count)))"
    guard result.outcome.isFault || word == "warned" else {
      return ["\(head)\(check.title)\(text)"]
    }
    return [
      "\(head)\(check.title)",
      "         what  \(printable(result.outcome.text))",
      "         why   \(check.why)",
      "         fix   \(check.fix)",
    ] + remains(result)
  }

  private static func remains(_ result: CheckResult) -> [String] {
    if result.remains.isEmpty { return [] }
    let list = result.remains.map { "\($0)" }.joined(separator: ", ")
    let proof = result.isProvenClean ? "none is left" : "some may be left"
    return ["         left  processes \(list) were ended; \(proof)"]
  }

  /// Removes control characters, so that an extension's text is safe on a terminal.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator: "\u{FFFD}"
          default: scalar
          }
        }))
  }
}
