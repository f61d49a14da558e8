/// The table as a self-contained web page.
enum Page {
  /// The rows under a summary; faulty plug-ins come first.
  static func text(_ title: String, _ rows: [Row], summary: String) -> String {
    let sorted = rows.filter { !$0.works } + rows.filter(\.works)
    let head = Row.header.split(separator: ",").map { "<th>\(escaped(String($0)))</th>" }.joined()
    let body = sorted.map { row in
      let cells = row.fields.map { "<td>\(escaped($0))</td>" }.joined()
      return "<tr class=\"\(row.works ? "works" : "fails")\">\(cells)</tr>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>\(escaped(title))</title>
      <style>
      body { font: 14px sans-serif; margin: 2em; }
      table { border-collapse: collapse; }
      th { position: sticky; top: 0; background: Canvas; text-align: left; }
      th, td { padding: 2px 8px; border-bottom: 1px solid #8884; white-space: nowrap; }
      .fails { background: #f002; }
      </style>
      <h1>\(escaped(title))</h1>
      <p>\(escaped(summary))</p>
      <table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(body.joined(separator: "\n"))
      </tbody>
      </table>
      </html>

      """
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }
}
