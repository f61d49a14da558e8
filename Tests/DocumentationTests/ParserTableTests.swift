import Foundation
import Testing

/// Every reader of foreign bytes has a fuzz target, or a reason for none.
struct ParserTableTests {
  /// A function that reads bytes or text, as written in the sources and in the table.
  private struct Parser: Hashable, CustomStringConvertible {
    let file: String
    let name: String

    var description: String { "\(file) \(name)" }
  }

  /// Functions and initializers whose first argument is bytes or text, by their names and labels.
  ///
  /// Private parsers are reached through other parsers.
  private static let swiftPattern = try? NSRegularExpression(
    pattern: #"^\s*(?:@\w+(?:\([^)]*\))?\s+|package |public |internal |static |mutating )*"#
      + #"(?:init\??\((decoding|parsing|text|bytes|payload|output|line|json|contents|message"#
      + #"|report)\b(?: \w+)?"#
      + #"|func ((?:parse|read|decode|unescape|receive|unpack)\w*)(?:<[^>]*>)?\((?:\s*\w+ )?\w+)"#
      + #": (?:inout |borrowing |consuming )?(?:\[UInt8\]|ArraySlice<UInt8>"#
      + #"|some (?:Collection|Sequence)<UInt8>|some StringProtocol|String\b|Substring|Span<UInt8>"#
      + #"|RawSpan|UnsafeRawBufferPointer|UnsafeBufferPointer<UInt8>)"#,
    options: .anchorsMatchLines)

  private static let cPattern = try? NSRegularExpression(
    pattern: #"^[a-z][\w ]*[ *](\w*(?:parse|read_|decode)\w*)\((?:const )?"#
      + #"(?:uint8_t|char|void|unsigned char) \*"#,
    options: .anchorsMatchLines)

  private func parsers(inText text: String, of file: String) throws -> [Parser] {
    let isSwift = file.hasSuffix(".swift")
    let pattern = try #require(isSwift ? Self.swiftPattern : Self.cPattern)
    let range = NSRange(text.startIndex..., in: text)
    return pattern.matches(in: text, range: range).compactMap { match in
      let groups = (1..<match.numberOfRanges).map { Range(match.range(at: $0), in: text) }
      guard let index = groups.firstIndex(where: { $0 != nil }), let found = groups[index] else {
        return nil
      }
      let word = String(text[found])
      return Parser(file: file, name: isSwift && index == 0 ? "init(\(word):)" : word)
    }
  }

  private func parsers() throws -> Set<Parser> {
    let folders = ["Sources", "Plugins", "Examples"]
    let endings = [".swift", ".c", ".h", ".cpp", ".hpp"]
    let files = folders.flatMap { folder in
      endings.flatMap { Repository.files(below: folder, endingIn: $0) }
    }
    return try Set(files.flatMap { try parsers(inText: Repository.text($0), of: $0) })
  }

  /// The entry in the table: the words after the colon.
  private func table() throws -> [Parser: [String]] {
    var table: [Parser: [String]] = [:]
    for line in try Repository.text("Tests/Fuzz/parsers.txt").split(separator: "\n")
    where !line.hasPrefix("#") {
      let end = try #require(line.range(of: ": "))
      let words = line[..<end.lowerBound].split(separator: " ")
      try #require(words.count == 2, "\(line)")
      let parser = Parser(file: String(words[0]), name: String(words[1]))
      table[parser] = line[end.upperBound...].split(separator: " ").map(String.init)
    }
    return table
  }

  private func targets() throws -> Set<String> {
    let text = try Repository.files(below: "Tests/Fuzz", endingIn: ".swift")
      .map { try Repository.text($0) }.joined()
    return Set(
      text.matches(of: /FuzzTarget\(\s*name: "([a-z0-9-]+)"/).map { String($0.output.1) })
  }

  @Test func everyParserIsInTheTable() throws {
    let parsers = try parsers()
    #expect(parsers.count > 30, "the pattern finds too little")
    for parser in parsers.subtracting(try table().keys).sorted(by: { "\($0)" < "\($1)" }) {
      Issue.record("\(parser) reads bytes or text: give it a target in Tests/Fuzz/parsers.txt")
    }
  }

  @Test func theTableNamesOnlyExistingEntries() throws {
    let (parsers, targets) = (try parsers(), try targets())
    for (parser, words) in try table() {
      #expect(parsers.contains(parser), "there is no \(parser) any more")
      guard words.first != "-" else {
        #expect(words.count > 2, "\(parser) has no target and no reason")
        continue
      }
      for word in words {
        #expect(targets.contains(word), "\(parser): there is no target \(word)")
        #expect(Repository.exists("Tests/Fuzz/Corpus/\(word)"), "\(word) has no corpus")
      }
    }
  }

  @Test func aNewParserIsFound() throws {
    let swift = """
        package init(parsing bytes: [UInt8], path: String) throws {}
        @_noLocks public static func decodeAll(_ text: some StringProtocol) -> Int { 0 }
        private func parse(_ bytes: [UInt8]) {}
        func readName(of file: Int) {}
      """
    let names = try parsers(inText: swift, of: "New.swift").map(\.name)
    #expect(names == ["init(parsing:)", "decodeAll"])
    let c = "int tx_parse(const uint8_t *bytes, size_t count) {\n  parse_more(bytes);\n"
    #expect(try parsers(inText: c, of: "new.c").map(\.name) == ["tx_parse"])
  }
}
