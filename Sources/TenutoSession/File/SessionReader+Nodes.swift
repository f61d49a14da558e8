internal import TenutoCore
internal import TenutoRender
internal import TenutoSupervision

extension SessionReader {
  mutating func readEngine(_ value: YAMLValue) {
    let entries = mapping(value, "engine", example: "{clients: one}")
    let keys = keys(entries, of: .engine)
    for entry in entries { locations[.engine(entry.key)] = entry.value.position }
    var engine = EngineSettings()
    if let value = keys["clients"] {
      engine.kind = word(value, "clients", as: EngineSettings.Kind.self)
    }
    if let value = keys["rate"] { engine.sampleRate = number(value, "rate") }
    if let value = keys["frames"] {
      engine.frameCount = whole(value, "frames", in: SessionCheck.frameCounts)
    }
    if let value = keys["deadline"] { engine.deadlineShare = number(value, "deadline") }
    if let value = keys["transport"], let word = word(value, "transport", as: TransportWord.self) {
      (engine.followsTransport, engine.leadsTransport) = (word.follows, word.leads)
    }
    if let value = keys["tempo"] { engine.tempo = number(value, "tempo") ?? engine.tempo }
    session.engine = engine
  }

  /// Reads the nodes; returns false if the value cannot contain any.
  mutating func readNodes(_ value: YAMLValue) -> Bool {
    let errorCount = problems.count
    let entries = mapping(value, "nodes", example: "{lead: {component: aumu saw1 Tnto}}")
    guard problems.count == errorCount else { return false }
    for entry in entries {
      let index = session.nodes.count
      guard let node = node(entry, index) else {
        unreadNodes.insert(entry.key)
        continue
      }
      locations[.node(index)] = entry.position
      session.nodes.append(node)
    }
    return true
  }

  private mutating func node(_ entry: YAMLEntry, _ index: Int) -> SessionNode? {
    guard NodeName.isValid(entry.key) else {
      refuse(entry.position, NodeName.refusal(of: entry.key))
      return nil
    }
    guard case .mapping(let entries) = entry.value.content else {
      refuse(
        entry.value.position,
        "a node is a mapping; write '\(entry.key): {component: aumu saw1 Tnto}'")
      return nil
    }
    let keys = keys(entries, of: .node)
    let kinds = entries.filter { SessionWords.kinds.contains($0.key) }
    guard let first = kinds.first else {
      refuse(
        entry.position,
        "'\(entry.key)' needs one of these keys: "
          + SessionWords.kinds.joined(separator: ", "))
      return nil
    }
    for other in kinds.dropFirst() {
      refuse(
        other.position, "'\(entry.key)' is a \(first.key) already; leave out '\(other.key)'")
    }
    for entry in entries { locations[.node(index, entry.key)] = entry.value.position }
    guard let kind = kind(first, keys) else { return nil }
    var node = SessionNode(entry.key, kind)
    if first.key == "component" { node.plugin = pluginName(first.value) }
    readCommon(keys, into: &node)
    return node
  }

  private mutating func kind(
    _ entry: YAMLEntry, _ keys: [String: YAMLValue]
  ) -> SessionNode.Kind? {
    refuseForeign(keys, in: entry.key)
    let value = entry.value
    switch entry.key {
    case "component":
      // A plug-in by its name alone: it gets its code when it is found.
      if pluginName(value) != nil { return .component(SessionNode.unknownPlugin) }
      return component(value, "component").map { .component($0) }
    case "mixer":
      return wholes(value, "mixer", in: 1...2).flatMap { inputs in
        channels(keys).map { .mixer(inputs: inputs, outputChannelCount: $0) }
      }
    case "file":
      let isLooped = keys["loop"].flatMap { truth($0, "loop") } ?? false
      return text(value, "file").map { .fileInput(path: $0, isLooped: isLooped) }
    case "song": return song(value, keys)
    case "record":
      return text(value, "record").flatMap { path in
        channels(keys).map { .fileOutput(path: path, channelCount: $0) }
      }
    default: return port(entry, keys)
    }
  }

  private mutating func song(
    _ value: YAMLValue, _ keys: [String: YAMLValue]
  ) -> SessionNode.Kind? {
    guard let path = text(value, "song") else { return nil }
    var song = SessionSong(path: path)
    song.isLooped = keys["loop"].flatMap { truth($0, "loop") } ?? false
    song.tracks = keys["tracks"].flatMap { wholes($0, "tracks", in: SessionCheck.tracks) } ?? []
    song.start = keys["start"].flatMap { number($0, "start") } ?? 0
    return .song(song)
  }

  private mutating func port(
    _ entry: YAMLEntry, _ keys: [String: YAMLValue]
  ) -> SessionNode.Kind? {
    let ports = keys["ports"].map { texts($0, "ports") } ?? []
    let patterns = ports.map { PortPattern($0) }
    if entry.key.hasPrefix("midi") {
      guard truth(entry.value, entry.key) == true else { return nil }
      return entry.key == "midi-input" ? .midiInput(ports: patterns) : .midiOutput(ports: patterns)
    }
    guard let count = whole(entry.value, entry.key, in: SessionCheck.channelCounts) else {
      return nil
    }
    return entry.key == "audio-input"
      ? .audioInput(channelCount: count, ports: patterns)
      : .audioOutput(channelCount: count, ports: patterns)
  }

  /// The channels of a mixer's output or of a recording: two by default.
  private mutating func channels(_ keys: [String: YAMLValue]) -> Int? {
    guard let value = keys["channels"] else { return 2 }
    return whole(value, "channels", in: keys["mixer"] == nil ? SessionCheck.channelCounts : 1...2)
  }

  /// Refuses keys that only nodes of another kind have.
  private mutating func refuseForeign(_ keys: [String: YAMLValue], in kind: String) {
    let all = SessionNode.Traits.all
    let own = all.first { $0.key == kind }?.keys ?? []
    for key in Set(all.flatMap(\.keys)).subtracting(own).sorted() {
      guard let value = keys[key] else { continue }
      let owners = all.filter { $0.keys.contains(key) }.map { "'\($0.key)'" }
        .joined(separator: ", ")
      refuse(value.position, "'\(key)' belongs to \(owners), not to '\(kind)'; leave it out")
    }
  }

  /// The URI in place of a component's code; nil for anything else.
  private func pluginName(_ value: YAMLValue) -> String? {
    guard case .scalar(let text, _) = value.content, ComponentCode(text) == nil else { return nil }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let isURI =
      scheme.count > 1 && text.dropFirst(scheme.count).hasPrefix(":") && !text.contains(" ")
    return isURI ? text : nil
  }

  mutating func component(_ value: YAMLValue, _ key: String) -> ComponentCode? {
    if case .scalar(let text, _) = value.content, let code = ComponentCode(text) { return code }
    refuse(
      value.position,
      "'\(key)' is \(value.shown); write a code such as 'aumu saw1 Tnto' ('tenuto list' names all)")
    return nil
  }
}

// MARK: - Common keys

extension SessionReader {
  mutating func readCommon(_ keys: [String: YAMLValue], into node: inout SessionNode) {
    if let value = keys["plugin"] { node.plugin = text(value, "plugin") }
    if let value = keys["preset"] { node.preset = text(value, "preset") }
    if let value = keys["parameters"] { node.parameters = parameters(value) }
    if let value = keys["layout"] { node.layout = layout(value) }
    if let value = keys["bypass"] { node.isBypassed = truth(value, "bypass") ?? false }
    if let value = keys["mute"] { node.isMuted = truth(value, "mute") ?? false }
    if let value = keys["timing"] {
      node.timing = word(value, "timing", as: NodeTiming.self) ?? .sameCycle
    }
    if let value = keys["spare"] { node.spare = word(value, "spare", as: SparePolicy.self) }
    if let value = keys["deadline"] { node.deadlineShare = number(value, "deadline") }
    if let value = keys["place"] { node.place = place(value) }
    if let value = keys["state"], let path = text(value, "state") {
      readState(path, at: value.position, into: &node)
    }
  }

  private mutating func place(_ value: YAMLValue) -> NodePlace? {
    guard let cell = wholes(value, "place", in: NodePlace.range) else { return nil }
    guard cell.count == 2 else {
      refuse(value.position, "'place' is a column and a row; write it such as [2, 0]")
      return nil
    }
    return NodePlace(column: cell[0], row: cell[1])
  }

  private mutating func parameters(_ value: YAMLValue) -> [String: Float] {
    var parameters: [String: Float] = [:]
    for entry in mapping(value, "parameters", example: "{cutoff: 800}") {
      parameters[entry.key] = sample(entry.value, entry.key)
    }
    return parameters
  }

  private mutating func layout(_ value: YAMLValue) -> BusLayout? {
    let entries = mapping(value, "layout", example: "{inputs: [2], outputs: [2]}")
    let keys = keys(entries, of: .layout)
    let counts = 0...SessionCheck.channelCounts.upperBound
    let inputs = keys["inputs"].map { wholes($0, "inputs", in: counts) } ?? []
    let outputs = keys["outputs"].map { wholes($0, "outputs", in: counts) } ?? []
    guard let inputs, let outputs else { return nil }
    return BusLayout(inputs: inputs, outputs: outputs)
  }

  /// An unreadable state is a warning: the rest of the session plays.
  private mutating func readState(
    _ path: String, at position: TextPosition, into node: inout SessionNode
  ) {
    statePaths[node.name] = path
    do throws(StateFault) {
      let state = try StateFault.state(try blob(path).get())
      guard case .component(let code) = node.kind, state.code == code else {
        throw StateFault("belongs to '\(state.code)', not to this node")
      }
      node.state = state
    } catch {
      lostStates.insert(node.name)
      warn(
        position,
        "the state of '\(node.name)', '\(path.printable)', \(error.reason); the node begins "
          + "without it, and the file stays as it is")
    }
  }
}
