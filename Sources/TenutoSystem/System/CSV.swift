/// Comma-separated values as defined by RFC 4180: lines of fields, quoted if necessary.
package enum CSV {
  /// One row of a table.
  package struct Row: Equatable, Sendable {
    /// The line on which it begins, from 1.
    package let line: Int
    package let fields: [String]
  }

  /// An error in a table, with its line.
  package struct Fault: Error, Equatable {
    package let line: Int
    /// A part of a sentence, such as "a quote is not closed".
    package let message: String
  }

  /// Reads a table: UTF-8, lines that end with LF or CR LF; empty lines are skipped.
  ///
  /// - Throws: The first fault.
  package static func parse(_ bytes: [UInt8]) throws(Fault) -> [Row] {
    var scanner = CSVScanner(bytes)
    var rows: [Row] = []
    while let row = try scanner.row() { rows.append(row) }
    return rows
  }

  /// Returns a row as text, with its end of line.
  package static func line(_ fields: [String]) -> String {
    // One empty field alone would be an empty line.
    let isEmpty = fields == [""]
    return fields.map { isEmpty ? "\"\"" : quoted($0) }.joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { [CSVScanner.comma, 0x22, 0x0A, 0x0D].contains($0) }
    guard needsQuotes || field.utf8.starts(with: CSVScanner.mark) else { return field }
    let doubled = field.utf8.split(separator: 0x22, omittingEmptySubsequences: false)
      .map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "\"\"")
    return "\"\(doubled)\""
  }
}

/// The position in a table that is read.
private struct CSVScanner {
  static let comma: UInt8 = 0x2C
  /// The byte order mark of UTF-8, which spreadsheets write first.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let (quote, newline, carriageReturn): (UInt8, UInt8, UInt8) = (0x22, 0x0A, 0x0D)

  private let bytes: [UInt8]
  private var index: Int
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    index = bytes.starts(with: Self.mark) ? Self.mark.count : 0
  }

  /// The next byte, or nil at the end.
  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Returns the next row, or nil at the end.
  mutating func row() throws(CSV.Fault) -> CSV.Row? {
    while try takeLineEnd() {}
    guard next != nil else { return nil }
    let first = line
    var fields = [try field()]
    while next == Self.comma {
      index += 1
      fields.append(try field())
    }
    let isEnded = try takeLineEnd()
    guard isEnded || next == nil else { throw fault("text follows a closing quote") }
    return CSV.Row(line: first, fields: fields)
  }

  /// Whether there is an end of line here, which it passes.
  private mutating func takeLineEnd() throws(CSV.Fault) -> Bool {
    if next == Self.carriageReturn {
      guard index + 1 < bytes.count, bytes[index + 1] == Self.newline else {
        throw fault("a carriage return is not followed by a line feed")
      }
      index += 1
    }
    guard next == Self.newline else { return false }
    index += 1
    line += 1
    return true
  }

  private mutating func field() throws(CSV.Fault) -> String {
    if next == Self.quote { return try quotedField() }
    let start = index
    while let byte = next, byte != Self.comma, byte != Self.newline, byte != Self.carriageReturn {
      guard byte != Self.quote else {
        throw fault("a quote is inside a field; quote the whole field and double the quote")
      }
      index += 1
    }
    return try text(bytes[start..<index])
  }

  private mutating func quotedField() throws(CSV.Fault) -> String {
    let first = line
    var content: [UInt8] = []
    index += 1
    while let byte = next {
      index += 1
      if byte == Self.newline { line += 1 }
      if byte == Self.quote {
        guard next == Self.quote else { return try text(content[...]) }
        index += 1
      }
      content.append(byte)
    }
    throw CSV.Fault(line: first, message: "a quote is not closed")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(CSV.Fault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw fault("a field is not UTF-8 text")
    }
    return text
  }

  private func fault(_ message: String) -> CSV.Fault { CSV.Fault(line: line, message: message) }
}
