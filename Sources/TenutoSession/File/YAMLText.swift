internal import TenutoCore
internal import TenutoSystem
internal import TenutoYAML

/// A value of a YAML text, with its position.
struct YAMLValue: Sendable {
  enum Content: Sendable {
    /// A text; a plain one is not in quotes.
    case scalar(String, isPlain: Bool)
    case list([YAMLValue])
    case mapping([YAMLEntry])
  }
  let content: Content
  let position: TextPosition
}

/// A key of a mapping, with its value.
struct YAMLEntry: Sendable {
  let key: String
  let position: TextPosition
  let value: YAMLValue
}

/// Reads YAML, but with limits and without anchors.
enum YAMLText {
  /// The longest text that is read or written, in bytes.
  static let maximumByteCount = 1 << 20
  /// The most nested values.
  private static let maximumDepth = 16

  /// The reason why a text cannot be read.
  struct Fault: Error {
    let position: TextPosition?
    let message: String
  }

  /// The single value of a text, or nil if it has only comments.
  static func value(of text: String) throws(Fault) -> YAMLValue? {
    guard text.utf8.count <= maximumByteCount else {
      throw Fault(position: nil, message: "is longer than a session may be, 1 MiB")
    }
    if let position = AliasScan.firstAnchor(in: text) { throw anchored(position) }
    let result: Result<YAMLValue?, Fault>
    do throws(HostError) {
      result = try DeepStack.run { Result { () throws(Fault) in try parsed(text) } }
    } catch {
      throw Fault(position: nil, message: "cannot be read: \(error.message)")
    }
    return try result.get()
  }

  private static func parsed(_ text: String) throws(Fault) -> YAMLValue? {
    let root: YAMLNode?
    do throws(YAMLFault) {
      root = try YAMLParser.value(of: text.utf8)
    } catch {
      throw Fault(error)
    }
    guard let root else { return nil }
    return try value(of: root, depth: 0)
  }

  private static func value(of node: YAMLNode, depth: Int) throws(Fault) -> YAMLValue {
    let position = TextPosition(node.position)
    guard !node.hasAnchor else { throw anchored(position) }
    guard depth < maximumDepth else {
      throw Fault(position: position, message: "values are nested too deeply here")
    }
    let content: YAMLValue.Content
    switch node.content {
    case .scalar(let text, let isPlain): content = .scalar(text, isPlain: isPlain)
    case .sequence(let values):
      var items: [YAMLValue] = []
      for item in values { items.append(try value(of: item, depth: depth + 1)) }
      content = .list(items)
    case .mapping(let pairs):
      var entries: [YAMLEntry] = []
      for (key, item) in pairs { entries.append(try entry(key, item, depth: depth + 1)) }
      content = .mapping(entries)
    case .alias: throw anchored(position)
    }
    return YAMLValue(content: content, position: position)
  }

  private static func entry(
    _ key: YAMLNode, _ item: YAMLNode, depth: Int
  ) throws(Fault) -> YAMLEntry {
    let position = TextPosition(key.position)
    guard case .scalar(let word, _) = key.content, !key.hasAnchor else {
      throw Fault(position: position, message: "a key must be a word")
    }
    return YAMLEntry(
      key: word, position: position, value: try value(of: item, depth: depth))
  }

  private static func anchored(_ position: TextPosition) -> Fault {
    Fault(
      position: position,
      message: "anchors and aliases ('&', '*') are not used in a session; write it out, or put a "
        + "text that begins with them in quotes")
  }
}

extension TextPosition {
  fileprivate init(_ position: YAMLPosition) {
    self.init(line: position.line, column: position.column)
  }
}

extension YAMLText.Fault {
  fileprivate init(_ fault: YAMLFault) {
    switch fault {
    case .malformed(let position, let problem):
      self.init(
        position: position.map { TextPosition($0) }, message: "this is not YAML: \(problem)")
    case .duplicateKeys(let keys, let position):
      let words = keys.map { "'\($0.printable)'" }.joined(separator: ", ")
      self.init(
        position: TextPosition(position),
        message: "\(words) occurs more than once; remove or rename one")
    case .memory:
      self.init(
        position: nil,
        message: "out of memory to read it; \(ResourceLimit.addressSpace.remedy)")
    }
  }
}
