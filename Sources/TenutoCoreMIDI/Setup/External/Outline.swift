internal import TenutoJACK

/// A line of a text, and the lines that are indented below it.
///
/// A line holds a kind, a key and a value, separated by tabs and indented by one tab per level.
struct Outline: Sendable, Equatable {
  var kind: String
  var key = ""
  var value = ""
  var lines: [Outline] = []

  /// Maximum depth of indentation.
  private static let depthLimit = 32

  /// The text, indented.
  func text(depth: Int = 0) -> String {
    var fields = [kind, key, value].map(StateText.escaped)
    while fields.count > 1, fields.last == "" { fields.removeLast() }
    let line = String(repeating: "\t", count: depth) + fields.joined(separator: "\t") + "\n"
    return line + lines.map { $0.text(depth: depth + 1) }.joined()
  }

  /// Parses lines; nil if the text is malformed.
  static func read(_ bytes: some Collection<UInt8>) -> [Outline]? {
    // The lines that may get children, below a root for the whole text.
    var open = [Outline(kind: "")]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let depth = line.prefix { $0 == UInt8(ascii: "\t") }.count
      guard depth < min(open.count, depthLimit), let next = Outline(line: line.dropFirst(depth))
      else { return nil }
      close(&open, to: depth + 1)
      open.append(next)
    }
    close(&open, to: 1)
    return open[0].lines
  }

  private init?(line: some Collection<UInt8>) {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    let fields = text.unicodeScalars.split(
      separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    let words = fields.compactMap { StateText.unescaped(Substring($0)) }
    guard words.count == fields.count, let kind = words.first, !kind.isEmpty else { return nil }
    self.kind = kind
    key = words.count > 1 ? words[1] : ""
    value = words.count > 2 ? words[2] : ""
  }

  private init(kind: String) { self.kind = kind }

  private static func close(_ open: inout [Outline], to count: Int) {
    while open.count > count {
      let line = open.removeLast()
      open[open.count - 1].lines.append(line)
    }
  }
}

extension Outline {
  /// Creates a line without children.
  init(_ kind: String, _ key: String, _ value: String = "") {
    self.init(kind: kind)
    self.key = key
    self.value = value
  }
}
