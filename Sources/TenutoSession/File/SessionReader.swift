internal import TenutoCore

/// Reads a session from the tree of its text, and records all errors.
///
/// An unusable value is skipped and reported; everything else is still read.
struct SessionReader {
  /// The session read so far.
  var session: Session
  private(set) var problems: [SessionProblem] = []
  /// The positions of the session's parts.
  var locations: [SessionLocation: TextPosition] = [:]
  /// The path of each node's state in the text, by the node's name.
  var statePaths: [String: String] = [:]
  /// The names of nodes in the text that could not be read.
  var unreadNodes: Set<String> = []
  /// Nodes whose state is in the text but unreadable.
  var lostStates: Set<String> = []
  /// Audio and MIDI connections in their written form, in the order of the text.
  var connectionTexts: [String] = []
  /// The text as a tree, or nil if it is not a tree.
  private(set) var tree: YAMLValue?
  /// The version of the format, or nil if it is unknown.
  private(set) var version: Int?
  let file: String
  /// Returns the bytes of a state by its path, or the reason why not.
  let blob: (String) -> Result<[UInt8], StateFault>

  /// Parses `text`.
  ///
  /// - Parameters:
  ///   - text: The whole file.
  ///   - file: The file's name in problems.
  ///   - name: The session's name if the text has none.
  ///   - blob: Returns the bytes of states.
  init(
    _ text: String, file: String, name: String,
    blob: @escaping (String) -> Result<[UInt8], StateFault>
  ) {
    session = Session(name: name)
    self.file = file
    self.blob = blob
    do throws(YAMLText.Fault) {
      guard let root = try YAMLText.value(of: text) else {
        refuse(nil, "the file is empty; begin with 'tenuto: \(Session.version)'")
        return
      }
      tree = root
      read(root)
    } catch {
      refuse(error.position, error.message)
    }
  }

  private mutating func read(_ root: YAMLValue) {
    guard case .mapping(let entries) = root.content else {
      return refuse(
        root.position, "a session is a mapping; begin with 'tenuto: \(Session.version)'")
    }
    guard let version = readVersion(entries) else { return }
    self.version = version
    let keys = keys(entries, of: version == 1 ? .oldSession : .session)
    if let name = keys["name"] {
      locations[.name] = name.position
      session.name = text(name, "name") ?? session.name
    }
    if let engine = keys["engine"] { readEngine(engine) }
    if version == 1 { return readChain(keys["chain"]) }
    // Without the nodes, every connection would be reported as wrong.
    if let nodes = keys["nodes"], !readNodes(nodes) { return }
    readConnections(keys)
  }

  private mutating func readVersion(_ entries: [YAMLEntry]) -> Int? {
    guard let entry = entries.first(where: { $0.key == "tenuto" }) else {
      let position = entries.first?.position
      refuse(position, "this is not a Tenuto session; begin with 'tenuto: \(Session.version)'")
      return nil
    }
    guard let version = whole(entry.value, "tenuto", in: 1...Int(Int32.max)) else { return nil }
    guard version <= Session.version else {
      refuse(
        entry.value.position,
        "this session has the form \(version), and this Tenuto reads up to \(Session.version); "
          + "update Tenuto")
      return nil
    }
    return version
  }
}

// MARK: - Problems

extension SessionReader {
  /// Records an error.
  mutating func refuse(_ position: TextPosition?, _ message: String) {
    problems.append(SessionProblem(file: file, position, message))
  }

  /// Records a warning.
  mutating func warn(_ position: TextPosition?, _ message: String) {
    problems.append(SessionProblem(file: file, position, message, isWarning: true))
  }

  /// Records the faults that a check of the whole session has found.
  mutating func note(_ faults: [SessionFault]) {
    for fault in faults {
      let position = locations[fault.location] ?? fault.location.container.flatMap { locations[$0] }
      fault.isWarning ? warn(position, fault.message) : refuse(position, fault.message)
    }
  }

  /// The values of a mapping by key; warns about unknown keys.
  mutating func keys(_ entries: [YAMLEntry], of words: SessionWords) -> [String: YAMLValue] {
    for entry in entries where !words.keys.contains(entry.key) {
      warn(
        entry.position,
        "'\(entry.key.printable)' is not a key of \(words.name) and is kept as it is"
          + Spelling.hint(entry.key, among: words.keys))
    }
    return Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

// MARK: - Values

extension SessionReader {
  /// The entries of a mapping; an empty value is an empty mapping.
  mutating func mapping(_ value: YAMLValue, _ key: String, example: String) -> [YAMLEntry] {
    if case .mapping(let entries) = value.content { return entries }
    if !value.isNothing {
      refuse(value.position, "'\(key)' is a mapping, such as \(example)")
    }
    return []
  }

  /// The items of a list; an empty value is an empty list.
  mutating func list(_ value: YAMLValue, _ key: String, example: String) -> [YAMLValue] {
    if case .list(let items) = value.content { return items }
    if !value.isNothing { refuse(value.position, "'\(key)' is a list, such as \(example)") }
    return []
  }

  mutating func text(_ value: YAMLValue, _ key: String) -> String? {
    guard case .scalar(let text, _) = value.content, !text.isEmpty else {
      refuse(value.position, "'\(key)' is a text; write something after it")
      return nil
    }
    return text
  }

  mutating func truth(_ value: YAMLValue, _ key: String) -> Bool? {
    if case .scalar(let text, true) = value.content {
      if ["true", "True", "yes", "on"].contains(text) { return true }
      if ["false", "False", "no", "off"].contains(text) { return false }
    }
    refuse(value.position, "'\(key)' is \(value.shown); write true or false")
    return nil
  }

  mutating func whole(_ value: YAMLValue, _ key: String, in range: ClosedRange<Int>) -> Int? {
    if case .scalar(let text, true) = value.content, let number = Int(text),
      range.contains(number)
    {
      return number
    }
    refuse(
      value.position,
      "'\(key)' is \(value.shown); write a whole number from \(range.lowerBound) to "
        + "\(range.upperBound)")
    return nil
  }

  mutating func number(_ value: YAMLValue, _ key: String) -> Double? {
    if let text = value.numberText, let number = Double(text), number.isFinite { return number }
    refuse(value.position, "'\(key)' is \(value.shown); write a number")
    return nil
  }

  mutating func sample(_ value: YAMLValue, _ key: String) -> Float? {
    if let text = value.numberText, let number = Float(text), number.isFinite { return number }
    refuse(value.position, "'\(key.printable)' is \(value.shown); write a number")
    return nil
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ value: YAMLValue, _ key: String, as _: Word.Type
  ) -> Word? {
    if case .scalar(let text, _) = value.content, let word = Word(rawValue: text) { return word }
    let words = Word.allCases.map(\.rawValue)
    let written = if case .scalar(let text, _) = value.content { text } else { "" }
    refuse(
      value.position,
      "'\(key)' is \(value.shown); write \(words.dropLast().joined(separator: ", ")) or "
        + "\(words.last ?? "")" + Spelling.hint(written, among: words))
    return nil
  }

  /// Integers, or a single one without brackets.
  mutating func wholes(
    _ value: YAMLValue, _ key: String, in range: ClosedRange<Int>
  ) -> [Int]? {
    guard case .list(let items) = value.content else {
      return whole(value, key, in: range).map { [$0] }
    }
    var numbers: [Int] = []
    for item in items {
      guard let number = whole(item, key, in: range) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  /// Texts, or a single one without brackets.
  mutating func texts(_ value: YAMLValue, _ key: String) -> [String] {
    guard case .list(let items) = value.content else {
      return value.isNothing ? [] : text(value, key).map { [$0] } ?? []
    }
    var texts: [String] = []
    for item in items {
      if let text = text(item, key) { texts.append(text) }
    }
    return texts
  }
}

extension YAMLValue {
  /// Whether the value is empty.
  var isNothing: Bool {
    if case .scalar(let text, true) = content { return ["", "~", "null"].contains(text) }
    return false
  }

  /// The value as worded in a sentence.
  var shown: String {
    switch content {
    case .scalar(let text, _):
      text.isEmpty ? "empty" : "'\(String(text.unicodeScalars.prefix(60)).printable)'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// A text of digits and number characters only: no `nan`, no hexadecimal digits.
  fileprivate var numberText: String? {
    guard case .scalar(let text, true) = content,
      text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) })
    else { return nil }
    return text
  }
}
