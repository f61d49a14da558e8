internal import TenutoCore
internal import TenutoSystem
internal import Yams

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

/// Reads YAML with Yams, but with limits and without anchors.
///
/// Yams resolves an alias by copying, so that a few lines may expand to billions of values.
enum YAMLText {
  /// The longest text that is read or written, in bytes.
  static let maximumByteCount = 1 << 20
  /// The most nested values.
  private static let maximumDepth = 16

  /// Why a text cannot be read.
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
    do {
      // The parser owns the anchors, to which nodes have weak references.
      let parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
      let root = try parser.singleRoot()
      return try withExtendedLifetime(parser) { try root.map { try value(of: $0, depth: 0) } }
    } catch let error as YamlError {
      throw Fault(error, in: text)
    } catch let fault as Fault {
      throw fault
    } catch {
      throw Fault(position: nil, message: "is no YAML: \(error)")
    }
  }

  private static func value(of node: Node, depth: Int) throws(Fault) -> YAMLValue {
    let position = TextPosition(node.mark)
    guard node.anchor == nil else { throw anchored(position) }
    guard depth < maximumDepth else {
      throw Fault(position: position, message: "values are nested too deeply here")
    }
    let content: YAMLValue.Content
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      content = .scalar(scalar.string, isPlain: isPlain)
    case .sequence(let sequence):
      var items: [YAMLValue] = []
      for item in sequence { items.append(try value(of: item, depth: depth + 1)) }
      content = .list(items)
    case .mapping(let mapping):
      var entries: [YAMLEntry] = []
      for (key, item) in mapping { entries.append(try entry(key, item, depth: depth + 1)) }
      content = .mapping(entries)
    case .alias: throw anchored(position)
    }
    return YAMLValue(content: content, position: position)
  }

  private static func entry(_ key: Node, _ item: Node, depth: Int) throws(Fault) -> YAMLEntry {
    let position = TextPosition(key.mark)
    guard case .scalar(let scalar) = key, key.anchor == nil else {
      throw Fault(position: position, message: "a key must be a word")
    }
    return YAMLEntry(
      key: scalar.string, position: position, value: try value(of: item, depth: depth))
  }

  private static func anchored(_ position: TextPosition) -> Fault {
    Fault(
      position: position,
      message: "anchors and aliases ('&', '*') are not used in a session; write it out, or put a "
        + "text that begins with them in quotes")
  }
}

extension TextPosition {
  fileprivate init(_ mark: Mark?) { self.init(line: mark?.line ?? 1, column: mark?.column ?? 1) }
}

extension YAMLText.Fault {
  fileprivate init(_ error: YamlError, in text: String) {
    switch error {
    case .scanner(let context, let problem, let mark, _),
      .parser(let context, let problem, let mark, _),
      .composer(let context, let problem, let mark, _):
      let about = context.map { " \($0.text)" } ?? ""
      self.init(position: TextPosition(mark), message: "this is no YAML: \(problem)\(about)")
    case .reader(let problem, let offset, _, _):
      let position = offset.map { TextPosition(offset: $0, in: text) }
      self.init(position: position, message: "this is no YAML: \(problem)")
    case .duplicatedKeysInMapping(let keys, let context):
      let words = keys.map { "'\($0.printable)'" }.joined(separator: ", ")
      self.init(
        position: TextPosition(context.mark),
        message: "\(words) is here more than once; remove or rename one")
    case .memory:
      self.init(
        position: nil,
        message: "there is no memory to read it; \(ResourceLimit.addressSpace.remedy)")
    default: self.init(position: nil, message: "this is no YAML: \(error)")
    }
  }
}

extension TextPosition {
  /// The position of a character by its index.
  fileprivate init(offset: Int, in text: String) {
    let before = text.prefix(offset)
    let line = before.unicodeScalars.count { $0 == "\n" } + 1
    let column = before.unicodeScalars.reversed().prefix { $0 != "\n" }.count + 1
    self.init(line: line, column: column)
  }
}
