internal import CYAML

/// Reads YAML texts with libyaml, without resolving tags, anchors and aliases.
///
/// Thread: any; a text that nests deeply needs 3 kB of stack for each level, at most 1000 levels.
@safe package struct YAMLParser: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  /// Parses a text that has one document at most.
  ///
  /// - Returns: Its value; nil for a text of comments alone.
  /// - Throws: An error with the position if it is not YAML.
  package static func value(of text: some Sequence<UInt8>) throws(YAMLFault) -> YAMLNode? {
    let parser = try YAMLParser(text)
    return try parser.singleDocument()
  }

  private init(_ text: some Sequence<UInt8>) throws(YAMLFault) {
    let copy = Array(text)
    unsafe bytes = .allocate(capacity: copy.count + 1)
    _ = unsafe bytes.initialize(from: copy + [0])
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    guard unsafe yaml_parser_initialize(parser) == 1 else { throw .memory }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, copy.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deinitialize(count: 1)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  // MARK: - Events

  /// The next event of libyaml.
  private enum Event {
    case node(YAMLNode)
    case sequenceStart(YAMLPosition, hasAnchor: Bool)
    case mappingStart(YAMLPosition, hasAnchor: Bool)
    case end
    case documentStart(YAMLPosition)
    case documentEnd
    case streamEnd
    case streamStart
  }

  private borrowing func next() throws(YAMLFault) -> Event {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault }
    defer { unsafe yaml_event_delete(&event) }
    let position = unsafe YAMLPosition(event.start_mark)
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: return unsafe .node(scalar(event.data.scalar, position))
    case YAML_ALIAS_EVENT:
      return .node(YAMLNode(content: .alias, position: position, hasAnchor: false))
    case YAML_SEQUENCE_START_EVENT:
      return .sequenceStart(position, hasAnchor: unsafe event.data.sequence_start.anchor != nil)
    case YAML_MAPPING_START_EVENT:
      return .mappingStart(position, hasAnchor: unsafe event.data.mapping_start.anchor != nil)
    case YAML_DOCUMENT_START_EVENT: return .documentStart(position)
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_STREAM_END_EVENT: return .streamEnd
    default: return .end
    }
  }

  private borrowing func scalar(
    _ scalar: yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar, _ position: YAMLPosition
  ) -> YAMLNode {
    let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
    let content = YAMLNode.Content.scalar(
      unsafe String(decoding: bytes, as: UTF8.self),
      isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE)
    return YAMLNode(
      content: content, position: position, hasAnchor: unsafe scalar.anchor != nil)
  }

  /// The error that libyaml has met.
  private var fault: YAMLFault {
    let state = unsafe parser.pointee
    if unsafe state.error == YAML_MEMORY_ERROR { return .memory }
    let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "unknown"
    if unsafe state.error == YAML_READER_ERROR {
      return .malformed(unsafe position(ofByte: state.problem_offset), problem)
    }
    let context = unsafe state.context.map { unsafe " " + String(cString: $0) } ?? ""
    return .malformed(YAMLPosition(unsafe state.problem_mark), problem + context)
  }

  private func position(ofByte offset: Int) -> YAMLPosition {
    let before = unsafe String(decoding: bytes.prefix(offset), as: UTF8.self).unicodeScalars
    let column = before.reversed().prefix { $0 != "\n" }.count + 1
    return YAMLPosition(line: before.count { $0 == "\n" } + 1, column: column)
  }

  // MARK: - Values

  private borrowing func singleDocument() throws(YAMLFault) -> YAMLNode? {
    _ = try next()  // The start of the stream.
    guard case .documentStart = try next() else { return nil }
    let root = try value(from: try next())
    _ = try next()  // The end of the document.
    if case .documentStart(let position) = try next() {
      throw .malformed(
        position, "but found another document expected a single document in the stream")
    }
    return root
  }

  private borrowing func value(from event: Event) throws(YAMLFault) -> YAMLNode {
    switch event {
    case .node(let node): return node
    case .sequenceStart(let position, let hasAnchor):
      var items: [YAMLNode] = []
      while let item = try element() { items.append(item) }
      return YAMLNode(content: .sequence(items), position: position, hasAnchor: hasAnchor)
    case .mappingStart(let position, let hasAnchor):
      var pairs: [(key: YAMLNode, value: YAMLNode)] = []
      while let key = try element() { pairs.append((key, try value(from: try next()))) }
      try Self.checkKeys(pairs.map(\.key))
      return YAMLNode(content: .mapping(pairs), position: position, hasAnchor: hasAnchor)
    case .end, .documentStart, .documentEnd, .streamStart, .streamEnd:
      throw .malformed(nil, "found no value")
    }
  }

  /// The next value of a sequence, or key of a mapping; nil at its end.
  private borrowing func element() throws(YAMLFault) -> YAMLNode? {
    let event = try next()
    if case .end = event { return nil }
    return try value(from: event)
  }

  private static func checkKeys(_ keys: [YAMLNode]) throws(YAMLFault) {
    var first: [String: YAMLPosition] = [:]
    var repeated: Set<String> = []
    for key in keys {
      guard case .scalar(let text, _) = key.content else { continue }
      if first[text] == nil { first[text] = key.position } else { repeated.insert(text) }
    }
    let sorted = repeated.sorted()
    guard let name = sorted.first, let position = first[name] else { return }
    throw .duplicateKeys(sorted, position)
  }
}

extension YAMLPosition {
  fileprivate init(_ mark: yaml_mark_t) {
    self.init(line: mark.line + 1, column: mark.column + 1)
  }
}
