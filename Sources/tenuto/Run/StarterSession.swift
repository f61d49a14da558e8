import TenutoCore
import TenutoHost
import TenutoSession

/// A session to begin with: MIDI in, extensions one after the other, audio out.
struct StarterSession {
  private(set) var session: Session
  private var chain: [ComponentCode] = []

  /// An empty one.
  init(name: String) { session = Session(name: name) }

  /// One with the components of `codes`, in the order of the sound.
  init(name: String, codes: [ComponentCode], in scan: Registry.Scan) {
    self.init(name: name)
    for code in codes {
      let title = (try? scan.component(code))?.description.name ?? "\(code.subtype)"
      add(code, title: title) { _ in }
    }
    connect()
  }

  /// One with what `play --session` has kept.
  init(name: String, _ document: SessionDocument) {
    self.init(name: name)
    for kept in document.nodes {
      add(kept.code, title: kept.key) { node in
        node.state = kept.state
        node.isBypassed = kept.isBypassed
        node.timing = NodeTiming(rawValue: kept.timing) ?? .sameCycle
      }
    }
    connect()
  }

  private mutating func add(
    _ code: ComponentCode, title: String, _ body: (inout SessionNode) -> Void
  ) {
    let name = NodeName.make(of: title, besides: Set(session.nodes.map(\.name)))
    var node = SessionNode(name, .component(code))
    body(&node)
    session.nodes.append(node)
    chain.append(code)
  }

  /// Connects MIDI to what plays it, audio from what makes it through the effects behind it, and
  /// what is left to the loudspeakers.
  ///
  /// An instrument or a generator has no audio input: it sounds beside those before it, and the next
  /// effect takes them together.
  private mutating func connect() {
    let names = session.nodes.map(\.name)
    /// Whose audio goes nowhere yet.
    var sounding: [String] = []
    /// Whose MIDI the next one plays.
    var player: String?
    for (name, code) in zip(names, chain) {
      if [.midiProcessor, .instrument, .musicEffect].contains(code.kind) {
        let source = player ?? addKeys(besides: names)
        session.midiConnections.append(MIDILink(source, to: name))
        player = code.kind == .midiProcessor ? name : source
      }
      if code.kind == .midiProcessor { continue }
      if ![.instrument, .generator].contains(code.kind) {
        for source in sounding { session.connections.append(AudioLink(source, to: name)) }
        sounding = []
      }
      sounding.append(name)
    }
    if !sounding.isEmpty { addOutput(of: sounding) }
  }

  private mutating func addKeys(besides names: [String]) -> String {
    let keys = NodeName.make(of: "keys", besides: Set(names))
    session.nodes.insert(SessionNode(keys, .midiInput(ports: [])), at: 0)
    return keys
  }

  private mutating func addOutput(of sources: [String]) {
    let output = NodeName.make(of: "out", besides: Set(session.nodes.map(\.name)))
    session.nodes.append(
      SessionNode(
        output, .audioOutput(channelCount: 2, ports: [PortPattern("system:playback_*")])))
    for source in sources { session.connections.append(AudioLink(source, to: output)) }
  }
}
