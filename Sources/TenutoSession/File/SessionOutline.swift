internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision

/// A key with its value.
struct OutlineEntry: Equatable, Sendable {
  let key: String
  let value: OutlineValue

  /// Whether the value is on the key's line.
  var isLine: Bool { if case .line = value { true } else { false } }
}

/// The value of a key.
enum OutlineValue: Equatable, Sendable {
  /// On the same line.
  case line(String)
  /// Keys below it, indented.
  case block([OutlineEntry])
  /// Items below it, one per line.
  case list([OutlineItem])
}

/// An item of a list.
struct OutlineItem: Equatable, Sendable {
  let text: String
  /// The part that stays when the item changes, such as the ends of a connection, or else the text.
  let identity: String
  /// The keys that it may have, or nil for an item without keys.
  let words: SessionWords?

  /// Creates an item that replaces the one with its text.
  init(_ text: String) { self.init(text, identity: text, words: nil) }

  init(_ text: String, identity: String, words: SessionWords?) {
    self.text = text
    self.identity = identity
    self.words = words
  }

  /// Creates a connection; a MIDI connection with another filter has the same identity.
  init(connection text: String) {
    if text.hasPrefix("{") {
      let ends = text.prefix { $0 != "," && $0 != "}" }
      self.init(text, identity: String(ends), words: .midi)
    } else {
      self.init(text)
    }
  }

  /// Creates a map; a map with another controller has the same identity.
  init(_ map: ControllerMap) {
    self.init(
      SessionOutline.map(map), identity: "\(map.node).\(map.parameter)", words: .map)
  }

  static func == (left: OutlineItem, right: OutlineItem) -> Bool { left.text == right.text }
}

/// A session as keys and lines in writing order; default values are left out.
struct SessionOutline {
  let entries: [OutlineEntry]

  /// Creates the outline of `session`.
  ///
  /// - Parameters:
  ///   - session: The session to write.
  ///   - statePaths: The path of each node's state, by name.
  ///   - written: Connections in the order of the existing file.
  init(_ session: Session, statePaths: [String: String], written: [String] = []) {
    var entries = [
      OutlineEntry(key: "tenuto", value: .line("\(Session.version)")),
      OutlineEntry(key: "name", value: .line(ScalarText.text(session.name))),
    ]
    func add(_ key: String, _ block: [OutlineEntry]) {
      if !block.isEmpty { entries.append(OutlineEntry(key: key, value: .block(block))) }
    }
    func add(_ key: String, _ list: [OutlineItem]) {
      if !list.isEmpty { entries.append(OutlineEntry(key: key, value: .list(list))) }
    }
    add("engine", Self.engine(session.engine))
    add(
      "nodes",
      session.nodes.map { node in
        OutlineEntry(key: node.name, value: .block(Self.node(node, statePaths[node.name])))
      })
    add("connections", Self.connections(session, like: written))
    add("jack", session.jackConnections.map { OutlineItem(ScalarText.text(LinkText.text($0))) })
    add("maps", session.maps.map { OutlineItem($0) })
    self.entries = entries
  }

  private static func engine(_ engine: EngineSettings) -> [OutlineEntry] {
    let usual = EngineSettings()
    var lines = Lines()
    lines.add("clients", engine.kind?.rawValue)
    lines.add("rate", engine.sampleRate.map { ScalarText.text($0) })
    lines.add("frames", engine.frameCount.map(String.init))
    lines.add("deadline", engine.deadlineShare.map { ScalarText.text($0) })
    let word = TransportWord(follows: engine.followsTransport, leads: engine.leadsTransport)
    if word != TransportWord(follows: usual.followsTransport, leads: usual.leadsTransport) {
      lines.add("transport", word.rawValue)
    }
    if engine.tempo != usual.tempo { lines.add("tempo", ScalarText.text(engine.tempo)) }
    return lines.entries
  }
}

/// Collects entries in order.
private struct Lines {
  var entries: [OutlineEntry] = []

  mutating func add(_ key: String, _ text: String?) {
    if let text { entries.append(OutlineEntry(key: key, value: .line(text))) }
  }
}

// MARK: - Nodes

extension SessionOutline {
  private static func node(_ node: SessionNode, _ statePath: String?) -> [OutlineEntry] {
    var lines = Lines()
    lines.entries = kind(node.kind)
    lines.add("plugin", node.plugin.map { ScalarText.text($0) })
    lines.add("preset", node.preset.map { ScalarText.text($0) })
    if !node.parameters.isEmpty {
      let values = node.parameters.sorted { $0.key < $1.key }.map {
        OutlineEntry(key: $0.key, value: .line(ScalarText.text($0.value)))
      }
      lines.entries.append(OutlineEntry(key: "parameters", value: .block(values)))
    }
    lines.add("layout", node.layout.map(layout))
    lines.add("state", statePath.map { ScalarText.text($0) })
    lines.add("bypass", node.isBypassed ? "true" : nil)
    lines.add("mute", node.isMuted ? "true" : nil)
    lines.add("timing", node.timing == .sameCycle ? nil : node.timing.rawValue)
    lines.add("spare", node.spare?.rawValue)
    lines.add("deadline", node.deadlineShare.map { ScalarText.text($0) })
    lines.add("place", node.place.map { ScalarText.list([$0.column, $0.row]) })
    return lines.entries
  }

  private static func kind(_ kind: SessionNode.Kind) -> [OutlineEntry] {
    var lines = Lines()
    let key = kind.traits.key
    switch kind {
    case .component(let code): lines.add(key, ScalarText.text(code.description))
    case .mixer(let inputs, let count):
      lines.add(key, ScalarText.list(inputs))
      lines.add("channels", "\(count)")
    case .fileInput(let path, let isLooped):
      lines.add(key, ScalarText.text(path))
      lines.add("loop", isLooped ? "true" : nil)
    case .fileOutput(let path, let count):
      lines.add(key, ScalarText.text(path))
      lines.add("channels", "\(count)")
    case .song(let song):
      lines.add(key, ScalarText.text(song.path))
      lines.add("loop", song.isLooped ? "true" : nil)
      lines.add("tracks", song.tracks.isEmpty ? nil : ScalarText.list(song.tracks))
      lines.add("start", song.start == 0 ? nil : ScalarText.text(song.start))
    case .audioInput(let count, _), .audioOutput(let count, _): lines.add(key, "\(count)")
    case .midiInput, .midiOutput: lines.add(key, "true")
    }
    return lines.entries + ports(kind.ports)
  }

  private static func ports(_ ports: [PortPattern]) -> [OutlineEntry] {
    guard !ports.isEmpty else { return [] }
    let items = ports.map { OutlineItem(ScalarText.text($0.description)) }
    return [OutlineEntry(key: "ports", value: .list(items))]
  }

  private static func layout(_ layout: BusLayout) -> String {
    let (inputs, outputs) = (ScalarText.list(layout.inputs), ScalarText.list(layout.outputs))
    return "{inputs: \(inputs), outputs: \(outputs)}"
  }
}

// MARK: - Connections and maps

extension SessionOutline {
  /// Audio before MIDI, unless the file already has another order.
  private static func connections(_ session: Session, like written: [String]) -> [OutlineItem] {
    let texts = [session.connections.map(LinkText.text), session.midiConnections.map(midi)]
    let known = Dictionary(
      written.enumerated().map { (OutlineItem(connection: $1).identity, $0) }
    ) { first, _ in first }
    var placed: [(index: Int, kind: Int, item: OutlineItem)] = []
    for (kind, texts) in texts.enumerated() {
      var index = -1
      for item in texts.map(OutlineItem.init(connection:)) {
        // Connections of one kind keep their order.
        index = max(index, known[item.identity] ?? index)
        placed.append((index, kind, item))
      }
    }
    return placed.enumerated()
      .sorted { ($0.1.index, $0.1.kind, $0.0) < ($1.1.index, $1.1.kind, $1.0) }
      .map(\.1.item)
  }

  static func midi(_ link: MIDILink) -> String {
    var words = ["midi: \(link.source) -> \(link.destination)"]
    let filter = link.filter
    if filter.channels != .max {
      words.append("channels: \(ScalarText.list(LinkText.channels(filter.channels)))")
    }
    if let channel = filter.outputChannel { words.append("output-channel: \(channel + 1)") }
    if filter.keys != 0...127 { words.append("keys: \(LinkText.keys(filter.keys))") }
    if filter.transpose != 0 { words.append("transpose: \(filter.transpose)") }
    return "{\(words.joined(separator: ", "))}"
  }

  static func map(_ map: ControllerMap) -> String {
    var words = ["controller: \(map.controller)"]
    if let channel = map.channel { words.append("channel: \(channel + 1)") }
    if let input = map.input { words.append("input: \(ScalarText.text(input))") }
    words.append("node: \(ScalarText.text(map.node))")
    words.append("parameter: \(ScalarText.text(map.parameter))")
    if let range = map.range {
      let (low, high) = (ScalarText.text(range.lowerBound), ScalarText.text(range.upperBound))
      words.append("range: [\(low), \(high)]")
    }
    if map.isInverted { words.append("inverted: true") }
    return "{\(words.joined(separator: ", "))}"
  }
}
