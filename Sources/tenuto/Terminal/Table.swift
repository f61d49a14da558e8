/// Rows of text in columns as wide as they need to be.
struct Table {
  private let header: [String]
  private var rows: [[String]] = []

  /// A table with these words above its columns.
  init(_ header: [String]) { self.header = header }

  /// Adds a row of as many cells as the header has.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == header.count, "a row has one cell for each column")
    rows.append(cells.map(\.printable))
  }

  /// The lines with two spaces between the columns, none at their ends.
  var lines: [String] {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
