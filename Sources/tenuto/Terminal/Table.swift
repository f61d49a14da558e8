/// A table with columns as wide as their content.
struct Table {
  private var header: [String]
  private var rows: [[String]] = []

  /// Creates a table with a header.
  init(_ header: [String]) { self.header = header }

  /// Adds a row with as many cells as the header.
  mutating func add(_ cells: [String]) {
    precondition(cells.count == header.count, "a row has one cell for each column")
    rows.append(cells.map(\.printable))
  }

  /// Returns the table without the columns that exceed `width` characters, and their names.
  ///
  /// - Parameters:
  ///   - width: Characters in a line; nil for no limit.
  ///   - order: Names of the columns that may be omitted, in order.
  /// - Returns: The table with the other columns, and the names of the omitted ones.
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

  /// The width of the longest line.
  private var width: Int { widths.reduce(2 * (widths.count - 1), +) }

  private var widths: [Int] {
    header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
  }

  /// The lines, with two spaces between columns and none at the ends.
  var lines: [String] {
    let (all, widths) = ([header] + rows, widths)
    return all.map { row in
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
