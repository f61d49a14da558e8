/// Merges the changes of a session into the existing text, and leaves the rest unchanged.
struct TextMerge {
  let text: WrittenText

  /// The lines of the merged text.
  ///
  /// - Parameters:
  ///   - new: The outline to write.
  ///   - old: The outline of the existing text.
  /// - Returns: All lines.
  func lines(_ new: [OutlineEntry], over old: [OutlineEntry]) -> [String] {
    merge(new, over: old, text.root, kind: .session)
  }

  /// The kind of a mapping, which determines the meaning of its keys.
  private enum MappingKind {
    case session, nodes, node, other

    /// The kind of the value of a key.
    func below(_ key: String) -> MappingKind {
      switch self {
      case .session: key == "nodes" ? .nodes : .other
      case .nodes: .node
      default: .other
      }
    }
  }

  private func merge(
    _ new: [OutlineEntry], over old: [OutlineEntry], _ block: WrittenText.Block, kind: MappingKind
  ) -> [String] {
    let values = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
    let before = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
    let parts = Dictionary(block.parts.map { ($0.key, $0) }) { first, _ in first }
    var lines: [String] = []
    for key in order(new, before, block, isOrdered: kind == .nodes) {
      switch (values[key], parts[key]) {
      case (let value?, let part?):
        lines += merged(key, value, before[key], part, block.indentation, kind)
      case (let value?, nil):
        let entry = OutlineEntry(key: key, value: value)
        if kind == .session, !entry.isLine { lines.append("") }
        lines += OutlineText.lines(entry, indentation: block.indentation)
      case (nil, let part?): lines += text.text(part.lead) + text.text(part.body)
      case (nil, nil): break
      }
    }
    return lines + text.text(block.tail)
  }

  /// The keys in writing order: keys of nodes as in the session, others as in the file, and new
  /// keys at their position in a new file.
  ///
  /// A key in the text that neither session writes is unknown or has a default value: it stays.
  private func order(
    _ new: [OutlineEntry], _ before: [String: OutlineValue], _ block: WrittenText.Block,
    isOrdered: Bool
  ) -> [String] {
    let written = Set(block.parts.map(\.key))
    let wanted = Set(new.map(\.key))
    if isOrdered { return new.map(\.key) }
    var keys = block.parts.map(\.key).filter { wanted.contains($0) || before[$0] == nil }
    var previous: String?
    for entry in new {
      // A value that the old session had and the text does not state is a default.
      if !written.contains(entry.key) && entry.value != before[entry.key] {
        let index = previous.flatMap(keys.firstIndex(of:)).map { $0 + 1 } ?? 0
        keys.insert(entry.key, at: index)
      }
      if keys.contains(entry.key) { previous = entry.key }
    }
    return keys
  }

  private func merged(
    _ key: String, _ value: OutlineValue, _ before: OutlineValue?, _ part: WrittenText.Part,
    _ indentation: Int, _ kind: MappingKind
  ) -> [String] {
    let lead = text.text(part.lead)
    guard value != before else { return lead + text.text(part.body) }
    let head = text.lines[part.body.lowerBound]
    if case .block(let entries) = value, case .block(let old)? = before, let block = part.keys {
      return lead + [String(head)] + merge(entries, over: old, block, kind: kind.below(key))
    }
    if case .list(let items) = value, case .list(let old)? = before, let block = part.items,
      old.count == block.parts.count
    {
      return lead + [String(head)] + merge(items, over: old, block)
    }
    return lead + replaced(key, value, part, indentation, kind)
  }

  /// A value rewritten, with the comment on its line and its unknown keys.
  private func replaced(
    _ key: String, _ value: OutlineValue, _ part: WrittenText.Part, _ indentation: Int,
    _ kind: MappingKind
  ) -> [String] {
    var value = value
    if case .block(let entries) = value, case .mapping(let written) = part.value.content {
      value = .block(entries + unknown(written, key, kind))
    }
    return OutlineText.lines(
      OutlineEntry(key: key, value: value), indentation: indentation,
      comment: text.comment(of: part))
  }

  private func unknown(_ written: [YAMLEntry], _ key: String, _ kind: MappingKind) -> [OutlineEntry]
  {
    let words: SessionWords
    switch (kind, key) {
    case (.nodes, _): words = .node
    case (.session, "engine"): words = .engine
    default: return []
    }
    return written.filter { !words.keys.contains($0.key) }
      .map { OutlineEntry(key: $0.key, value: .line(ScalarText.text($0.value))) }
  }
}

// MARK: - Lists

extension TextMerge {
  /// Merges a list; unchanged items keep their text and comments.
  ///
  /// A changed item is rewritten, with its comments and unknown keys.
  private func merge(
    _ new: [OutlineItem], over old: [OutlineItem], _ block: WrittenText.Block
  ) -> [String] {
    let found = indices(of: new, in: old)
    var lines: [String] = []
    for (item, index) in zip(new, found) {
      guard let index else {
        lines.append(OutlineText.item(item.text, indentation: block.indentation))
        continue
      }
      let part = block.parts[index]
      lines += text.text(part.lead)
      lines += old[index] == item ? text.text(part.body) : replaced(item, part, block.indentation)
    }
    return lines + text.text(block.tail)
  }

  /// The old index of each item: the one with the same text, or else with the same identity.
  private func indices(of new: [OutlineItem], in old: [OutlineItem]) -> [Int?] {
    var free = Set(old.indices)
    func take(_ isWanted: (OutlineItem) -> Bool) -> Int? {
      let index = old.indices.first { free.contains($0) && isWanted(old[$0]) }
      if let index { free.remove(index) }
      return index
    }
    let same = new.map { item in take { $0 == item } }
    return zip(new, same).map { item, index in
      index ?? take { $0.identity == item.identity }
    }
  }

  /// An item rewritten on one line.
  private func replaced(
    _ item: OutlineItem, _ part: WrittenText.Part, _ indentation: Int
  ) -> [String] {
    var words = item.text
    if let known = item.words, case .mapping(let written) = part.value.content,
      words.hasSuffix("}")
    {
      let unknown = written.filter { !known.keys.contains($0.key) }
        .map { ", \(ScalarText.text($0.key)): \(ScalarText.text($0.value))" }
      words = words.dropLast() + unknown.joined() + "}"
    }
    let above = text.commentsInside(part).map { OutlineText.spaces(indentation) + $0 }
    return above
      + [OutlineText.item(words, indentation: indentation, comment: text.comment(of: part))]
  }
}
