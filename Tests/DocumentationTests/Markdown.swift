/// A page of documentation: its fenced blocks and its tables.
struct Markdown {
  /// A block between fences.
  struct Block: Sendable {
    /// The word after the fence, such as `sh`.
    let language: String
    let lines: [String]
    /// The requirement in the comment before it: `<!-- needs: JACK -->`.
    let needs: String?

    var text: String { lines.joined(separator: "\n") + "\n" }
  }

  /// A table and the heading above it.
  struct Table: Sendable {
    let heading: String
    /// The cells of each row; the first row has the titles.
    let rows: [[String]]
  }

  private(set) var blocks: [Block] = []
  private(set) var tables: [Table] = []

  init(_ text: String) {
    var open: (language: String, lines: [String])?
    var needs: String?
    var heading = ""
    var rows: [[String]] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(Block(language: block.language, lines: block.lines, needs: needs))
          (open, needs) = (nil, nil)
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("|") {
        rows.append(Self.cells(line))
      } else {
        if !rows.isEmpty { tables.append(Table(heading: heading, rows: rows.filter(Self.isText))) }
        rows = []
        if line.hasPrefix("#") { heading = line }
        if line.hasPrefix("<!-- needs: ") { needs = String(line.dropFirst(12).dropLast(4)) }
      }
    }
  }

  private static func cells(_ line: String) -> [String] {
    line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  /// Skips the line below the titles.
  private static func isText(_ row: [String]) -> Bool { !row.allSatisfy { $0.hasPrefix("---") } }

  /// The table under the heading that begins with `start`.
  func table(under start: String) -> Table? { tables.first { $0.heading.hasPrefix(start) } }
}

extension String {
  /// Without code marks.
  var withoutTicks: String { filter { $0 != "`" } }
}
