/// A text, possibly edited by hand, in parts that can be kept or replaced: each key and each item
/// with the comments before it.
struct WrittenText {
  let lines: [Substring]
  private(set) var root = Block()

  /// Keys or items below each other, each on its own lines.
  struct Block {
    var parts: [Part] = []
    /// Comments after the last one.
    var tail: Range<Int> = 0..<0
    /// Spaces before each part.
    var indentation = 0
  }

  /// A key with its value, or an item.
  struct Part {
    /// The key, or empty for an item.
    let key: String
    let value: YAMLValue
    /// Comments and empty lines before it.
    let lead: Range<Int>
    /// Its own lines.
    let body: Range<Int>
    /// The position of its value.
    let position: TextPosition
    /// The keys below it; nil for a value on its own line or in brackets.
    var keys: Block?
    var items: Block?
  }

  /// Splits a text along its tree; nil if its outermost keys are in brackets.
  init?(_ text: String, _ value: YAMLValue) {
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    // The final line feed ends a line and does not begin one.
    let end = lines.last?.isEmpty == true ? lines.count - 1 : lines.count
    guard case .mapping(let entries) = value.content,
      let block = keys(entries, in: 0..<end, outside: -1)
    else { return nil }
    root = block
  }

  /// The text of some lines.
  func text(_ range: Range<Int>) -> [String] { lines[range].map(String.init) }
}

// MARK: - Splitting

extension WrittenText {
  private struct Start {
    let key: String
    let value: YAMLValue
    let line: Int
  }

  private func keys(
    _ entries: [YAMLEntry], in range: Range<Int>, outside indentation: Int
  ) -> Block? {
    let starts = entries.map { Start(key: $0.key, value: $0.value, line: $0.position.line - 1) }
    guard let column = entries.first.map({ $0.position.column - 1 }), column > indentation,
      entries.allSatisfy({ $0.position.column - 1 == column }),
      starts.allSatisfy({ isBlank($0.line, before: column) })
    else { return nil }
    return block(starts, column, range)
  }

  private func items(
    _ values: [YAMLValue], in range: Range<Int>, outside indentation: Int
  ) -> Block? {
    let starts = values.map { Start(key: "", value: $0, line: $0.position.line - 1) }
    guard let first = starts.first, lines.indices.contains(first.line),
      let column = dash(first.line), column >= indentation,
      starts.allSatisfy({ lines.indices.contains($0.line) && dash($0.line) == column })
    else { return nil }
    return block(starts, column, range)
  }

  /// The column of the dash of an item that begins on that line.
  private func dash(_ line: Int) -> Int? {
    let text = lines[line]
    let column = text.prefix { $0 == " " }.count
    return text.dropFirst(column).hasPrefix("- ") ? column : nil
  }

  private func isBlank(_ line: Int, before column: Int) -> Bool {
    lines.indices.contains(line) && lines[line].prefix(column).allSatisfy { $0 == " " }
  }

  private func block(_ starts: [Start], _ column: Int, _ range: Range<Int>) -> Block? {
    guard let first = starts.first, range.contains(first.line),
      zip(starts, starts.dropFirst()).allSatisfy({ $0.line < $1.line }),
      range.contains(starts[starts.count - 1].line)
    else { return nil }
    var block = Block(indentation: column)
    var lead = range.lowerBound..<first.line
    for (number, start) in starts.enumerated() {
      let isLast = number == starts.count - 1
      let end = isLast ? range.upperBound : starts[number + 1].line
      let bodyEnd = bodyEnd(start.line..<end, column)
      block.parts.append(part(start, lead, start.line..<bodyEnd, column))
      lead = bodyEnd..<end
    }
    block.tail = lead
    return block
  }

  /// The end of a part's lines: comments after it that are indented further belong to it.
  private func bodyEnd(_ range: Range<Int>, _ column: Int) -> Int {
    let last = range.last { !isComment($0) } ?? range.lowerBound
    let own = (last + 1..<range.upperBound).last { line in
      let text = lines[line]
      return text.contains("#") && text.prefix { $0 == " " }.count > column
    }
    return (own ?? last) + 1
  }

  private func isComment(_ line: Int) -> Bool {
    guard let first = lines[line].first(where: { $0 != " " && $0 != "\t" }) else { return true }
    return first == "#"
  }

  private func part(
    _ start: Start, _ lead: Range<Int>, _ body: Range<Int>, _ column: Int
  ) -> Part {
    var part = Part(
      key: start.key, value: start.value, lead: lead, body: body,
      position: start.value.position)
    guard !start.key.isEmpty, body.count > 1 else { return part }
    let inside = start.line + 1..<body.upperBound
    switch start.value.content {
    case .mapping(let entries): part.keys = keys(entries, in: inside, outside: column)
    case .list(let values): part.items = items(values, in: inside, outside: column)
    case .scalar: break
    }
    return part
  }
}

// MARK: - Comments on the line

extension WrittenText {
  /// The comment at the end of a part's first line, with the spaces before it.
  func comment(of part: Part) -> String {
    let isHere = part.position.line - 1 == part.body.lowerBound
    return comment(part.body.lowerBound, from: isHere ? part.position.column - 1 : 0)
  }

  /// The comments of a part after its first line, without the spaces before them.
  func commentsInside(_ part: Part) -> [String] {
    part.body.dropFirst().compactMap { line in
      let comment = comment(line, from: 0)
      return comment.isEmpty ? nil : String(comment.drop { $0 == " " || $0 == "\t" })
    }
  }

  /// The comment at the end of a line, with the spaces before it, searched after a column.
  private func comment(_ number: Int, from column: Int) -> String {
    let line = Array(lines[number].unicodeScalars)
    var quote: Unicode.Scalar?
    for index in line.indices.dropFirst(column) {
      let (scalar, before) = (line[index], index > 0 ? line[index - 1] : " ")
      if let open = quote {
        if scalar == open && before != "\\" { quote = nil }
      } else if scalar == "\"" || scalar == "'", " [{,:".unicodeScalars.contains(before) {
        quote = scalar
      } else if scalar == "#" && (before == " " || before == "\t") {
        var start = index
        while start > 0, line[start - 1] == " " || line[start - 1] == "\t" { start -= 1 }
        return String(String.UnicodeScalarView(line[start...]))
      }
    }
    return ""
  }
}
