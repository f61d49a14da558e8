/// Writes an outline as lines of YAML.
enum OutlineText {
  /// The first lines of a new file.
  static let head = [
    "# A session of Tenuto: 'tenuto run' plays it. Comments and unknown keys stay when it is saved."
  ]

  /// The lines of a new file.
  static func lines(_ entries: [OutlineEntry], head: [String] = head) -> [String] {
    var lines = head
    for (number, entry) in entries.enumerated() {
      if number > 0 && !entry.isLine { lines.append("") }
      lines += self.lines(entry, indentation: 0)
    }
    return lines
  }

  /// The lines of a key with its value.
  static func lines(
    _ entry: OutlineEntry, indentation: Int, comment: String = ""
  ) -> [String] {
    let start = spaces(indentation) + ScalarText.text(entry.key) + ":"
    switch entry.value {
    case .line(let text): return ["\(start) \(text)\(comment)"]
    case .block(let entries):
      return [start + comment] + entries.flatMap { lines($0, indentation: indentation + 2) }
    case .list(let items):
      return [start + comment] + items.map { item($0.text, indentation: indentation + 2) }
    }
  }

  /// An item of a list.
  static func item(_ text: String, indentation: Int, comment: String = "") -> String {
    spaces(indentation) + "- " + text + comment
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
