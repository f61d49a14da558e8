/// Rows of text in columns as wide as they need to be.
struct Table {
  private var header: [String]
  private var rows: [[String]] = []

  /// A table with these words above its columns.
  init(_ header: [String]) { self.header = header }

  /// Adds a row of as many cells as the header has.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == header.count, "a row has one cell for each column")
    rows.append(cells.map(\.printable))
  }

  /// The table without columns that make it wider than `width` characters, and their names.
  ///
  /// - Parameters:
  ///   - width: Characters in a line; nil for as many as there are.
  ///   - order: Names of columns that can be left out, the first one first.
  /// - Returns: The table with the other columns, and those that were left out.
  func fitting(_ width: Int?, leavingOut order: [String]) -> (table: Table, leftOut: [String]) {
    var (table, leftOut) = (self, [String]())
    for name in order {
      guard let width, table.width > width else { break }
      guard let column = table.header.firstIndex(of: name) else { continue }
      table.header.remove(at: column)
      for row in table.rows.indices { table.rows[row].remove(at: column) }
      leftOut.append(name)
    }
    return (table, leftOut)
  }

  /// Characters of the longest line.
  private var width: Int { widths.reduce(2 * (widths.count - 1), +) }

  private var widths: [Int] {
    header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
  }

  /// The lines with two spaces between the columns, none at their ends.
  var lines: [String] {
    let (all, widths) = ([header] + rows, widths)
    return all.map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
