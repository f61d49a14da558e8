import TenutoCore
import TenutoRender
import TenutoSupervision
import TestSupport

@testable import TenutoSession

/// Sessions with all features, the same in every run.
struct RandomSession {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func isLikely(_ share: Double = 0.5) -> Bool {
    Double.random(in: 0..<1, using: &random) < share
  }

  mutating func session() -> Session {
    var session = Session(name: text())
    session.engine = engine()
    for number in 0..<below(8) { session.nodes.append(node(number)) }
    connect(&session)
    for _ in 0..<below(4) where !session.nodes.isEmpty { addMap(&session) }
    return session
  }

  /// Words, and strings that are special in YAML.
  mutating func text() -> String {
    let all = [
      "Song", "Warm Pad", "true", "no", "1.5", "a: b", "x #y", "- z", "\"q\"", "it's", "[1]", "{}",
      "Düsen 🎹", "&a *a", "*", "a *b &c", "\\n", "tab\u{301}", "~", "null", "%", "@", "`", "|", ">",
      "2026-01-02", " lead", "trail ", "0x10", "é", "\u{2028}x", ":", "?", "a:", "y",
      "lead -> x",
    ]
    return all[below(all.count)] + (isLikely(0.2) ? all[below(all.count)] : "")
  }

  mutating func engine() -> EngineSettings {
    var engine = EngineSettings()
    if isLikely() { engine.kind = EngineSettings.Kind.allCases[below(3)] }
    if isLikely() { engine.sampleRate = isLikely() ? 48000 : 44100.5 }
    if isLikely() { engine.frameCount = 16 << below(8) }
    if isLikely() { engine.deadlineShare = Double.random(in: 0.05...0.95, using: &random) }
    engine.followsTransport = isLikely()
    engine.leadsTransport = isLikely()
    if isLikely() { engine.tempo = Double.random(in: 20...300, using: &random) }
    return engine
  }

  mutating func node(_ number: Int) -> SessionNode {
    let names = ["lead", "no", "y", "a-b", "x_1", "null"]
    var node = SessionNode("\(names[below(names.count)])\(number == 0 ? "" : "\(number)")", kind())
    for _ in 0..<below(4) {
      node.parameters[text()] = Float.random(in: -1000...1000, using: &random)
    }
    if isLikely(0.2) { node.parameters["tiny"] = Float(bitPattern: 1) }
    node.isBypassed = isLikely(0.2)
    node.isMuted = isLikely(0.2)
    if isLikely(0.3) { node.place = NodePlace(column: below(1000), row: below(1000)) }
    guard case .component(let code) = node.kind else { return node }
    if isLikely() { node.plugin = "http://example.org/plug-ins#\(text())" }
    if isLikely() { node.preset = text() }
    if isLikely() { node.state = state(of: code) }
    if isLikely() { node.layout = BusLayout(inputs: [2, 0, below(5)], outputs: [below(64)]) }
    if isLikely(0.3) { node.timing = .onePeriodLater }
    if isLikely(0.3) { node.spare = SparePolicy.allCases[below(3)] }
    if isLikely(0.3) { node.deadlineShare = 0.25 }
    return node
  }

  mutating func state(of code: ComponentCode) -> ComponentState {
    ComponentState(
      code: code, version: 3, parameters: [ParameterValue(1, 0.5)], data: random.bytes(below(40)))
  }

  mutating func kind() -> SessionNode.Kind {
    let codes: [ComponentCode] = ["aumu saw1 Tnto", "aufx #'1: Tnto", "aufx dely Tnto"]
    switch below(10) {
    case 0:
      return .mixer(
        inputs: (0...below(5)).map { _ in 1 + below(2) }, outputChannelCount: 1 + below(2))
    case 1: return .fileInput(path: text() + ".wav", isLooped: isLikely())
    case 2: return .fileOutput(path: text(), channelCount: 1 + below(64))
    case 3: return .audioInput(channelCount: 1 + below(64), ports: ports())
    case 4: return .audioOutput(channelCount: 2, ports: ports())
    case 5: return .midiInput(ports: ports())
    case 6: return .midiOutput(ports: ports())
    case 7: return .song(song())
    default: return .component(codes[below(codes.count)])
    }
  }

  mutating func song() -> SessionSong {
    var song = SessionSong(path: text() + ".mid")
    song.isLooped = isLikely()
    song.tracks = (0..<below(3)).map { _ in 1 + below(65_535) }
    if isLikely() { song.start = Double.random(in: 0...1000, using: &random) }
    return song
  }

  mutating func ports() -> [PortPattern] {
    let all = ["system:capture_1", "a2j:*nano KEY*", "*:out", "Firefox:output_?", "x: y", "ü & b"]
    return (0..<below(3)).map { _ in PortPattern(all[below(all.count)]) }
  }

  /// From earlier nodes to later ones, so that there is no cycle.
  mutating func connect(_ session: inout Session) {
    for _ in 0..<below(10) where session.nodes.count > 1 {
      let second = 1 + below(session.nodes.count - 1)
      let (source, sink) = (session.nodes[below(second)], session.nodes[second])
      let outputs = source.kind.busCounts?.outputs ?? 4
      let inputs = sink.kind.busCounts?.inputs ?? 4
      if outputs > 0 && inputs > 0 {
        let link = AudioLink(source.name, below(outputs), to: sink.name, below(inputs))
        if !session.connections.contains(link) { session.connections.append(link) }
      }
      if source.kind.traits.mayGiveMIDI && sink.kind.traits.mayTakeMIDI {
        let link = MIDILink(source.name, to: sink.name, filter: filter())
        if !session.midiConnections.contains(link) { session.midiConnections.append(link) }
      }
      let ports = ["out_1", "in_2", "midi_in", "midi_out", "in_side_chain_1"]
      let other = PortPattern("system:\(below(99))")
      let jack = JACKLink(node: source.name, port: ports[below(5)], other: other)
      if !session.jackConnections.contains(jack) { session.jackConnections.append(jack) }
    }
  }

  mutating func filter() -> MIDIFilter {
    guard isLikely() else { return MIDIFilter() }
    let lowest = UInt8(below(128))
    return MIDIFilter(
      channels: UInt16(truncatingIfNeeded: random.next()),
      outputChannel: isLikely() ? UInt8(below(16)) : nil,
      keys: lowest...UInt8(Int(lowest) + below(128 - Int(lowest))), transpose: below(255) - 127)
  }

  mutating func addMap(_ session: inout Session) {
    let node = session.nodes[below(session.nodes.count)].name
    var map = ControllerMap(controller: UInt8(below(120)), node: node, parameter: text())
    if isLikely() { map.channel = UInt8(below(16)) }
    if isLikely() { map.range = -1.5...Float(below(100)) }
    map.isInverted = isLikely()
    map.input =
      session.nodes.first { if case .midiInput = $0.kind { true } else { false } }?.name
    if !session.maps.contains(map) { session.maps.append(map) }
  }

  /// Makes a change.
  mutating func edit(_ session: inout Session) {
    switch below(7) {
    case 0: session.name = text()
    case 1: session.engine = engine()
    case 2 where !session.nodes.isEmpty:
      let number = below(session.nodes.count)
      session.nodes[number].parameters[text()] = Float(below(100))
      session.nodes[number].isMuted.toggle()
    case 3 where !session.nodes.isEmpty:
      let number = below(session.nodes.count)
      if case .component(let code) = session.nodes[number].kind {
        session.nodes[number].state = isLikely(0.8) ? state(of: code) : nil
      }
    case 4 where !session.nodes.isEmpty:
      remove(session.nodes[below(session.nodes.count)].name, &session)
    case 5: session.nodes.insert(node(100 + below(900)), at: 0)
    default:
      session.jackConnections = Array(session.jackConnections.dropFirst())
      session.midiConnections.reverse()
      connect(&session)
    }
  }

  private func remove(_ name: String, _ session: inout Session) {
    session.nodes.removeAll { $0.name == name }
    session.connections.removeAll { $0.source == name || $0.destination == name }
    session.midiConnections.removeAll { $0.source == name || $0.destination == name }
    session.jackConnections.removeAll { $0.node == name }
    session.maps.removeAll { $0.node == name || $0.input == name }
  }
}
