public import TenutoCore
public import TenutoSystem

/// A query for components: their codes, or patterns for them.
///
/// In a pattern, `?` matches any one character and `*` any number of characters, so that `*` alone
/// matches any code. `aumu`, `aumu saw?` and `* * Tnto` are queries.
public struct ComponentQuery: Sendable, Equatable, CustomStringConvertible {
  private let patterns: [[UInt8]]

  /// Matches one component.
  public init(_ code: ComponentCode) {
    patterns = [code.type, code.subtype, code.manufacturer].map { Array($0.description.utf8) }
  }

  /// Matches all components.
  public init() { patterns = [] }

  /// Reads `TYPE [SUBTYPE [MANUFACTURER]]` with spaces in between.
  ///
  /// - Throws: `queryInvalid` for a pattern that no code can match.
  public init(_ text: String) throws(HostError) {
    let bytes = Array(text.utf8)
    // By position first, since a code may have spaces itself.
    if bytes.count == 14, bytes[4] == 0x20, bytes[9] == 0x20 {
      let words = [0, 5, 10].map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
      try self.init(checking: words)
    } else {
      try self.init(checking: text.split(separator: " ").map(String.init))
    }
  }

  /// Reads the words of a command line: one text as above, or up to three patterns.
  ///
  /// - Throws: `queryInvalid` for a pattern that no code can match.
  public init(words: [String]) throws(HostError) {
    if let only = words.first, words.count == 1, only.utf8.count > 4 {
      try self.init(only)
    } else {
      try self.init(checking: words)
    }
  }

  private init(checking words: [String]) throws(HostError) {
    guard words.count <= 3 else {
      throw HostError(
        .queryInvalid,
        "A component has three codes and \(words.count) were given; write 'aumu saw1 Tnto'.")
    }
    for word in words { try Self.check(word) }
    patterns = words.map { Array($0.utf8) }
  }

  private static func check(_ word: String) throws(HostError) {
    let fixed = word.utf8.count { $0 != 0x2A }
    let isPossible = word.utf8.contains(0x2A) ? fixed <= 4 : fixed == 4
    guard isPossible, word.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      throw HostError(
        .queryInvalid,
        """
        '\(ManifestCheck.printable(word))' is not a code of four printable ASCII characters; \
        write for example 'saw1', 'saw?' or 'saw*'.
        """)
    }
  }

  /// Whether `code` matches.
  public func matches(_ code: ComponentCode) -> Bool {
    zip(patterns, [code.type, code.subtype, code.manufacturer]).allSatisfy {
      Self.matches($0[...], Array($1.description.utf8)[...])
    }
  }

  /// The patterns with spaces in between.
  public var description: String {
    let words = patterns.map { String(decoding: $0, as: UTF8.self) }
    return words.isEmpty ? "*" : words.joined(separator: " ")
  }

  /// Codes have four characters, so the recursion is short for any pattern that `check` accepts.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if first == 0x2A {
      let rest = pattern.drop { $0 == 0x2A }
      return (text.startIndex...text.endIndex).contains { matches(rest, text[$0...]) }
    }
    guard let character = text.first, first == 0x3F || first == character else { return false }
    return matches(pattern.dropFirst(), text.dropFirst())
  }
}
