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

  /// Connects MIDI to the first one, and each one to the next, the last one to the loudspeakers.
  private mutating func connect() {
    let names = session.nodes.map(\.name)
    guard let first = names.first, let last = names.last else { return }
    if [.midiProcessor, .instrument, .musicEffect].contains(chain[0].kind) {
      let keys = NodeName.make(of: "keys", besides: Set(names))
      session.nodes.insert(SessionNode(keys, .midiInput(ports: [])), at: 0)
      session.midiConnections.append(MIDILink(keys, to: first))
    }
    for (index, pair) in zip(names, names.dropFirst()).enumerated() {
      if chain[index].kind == .midiProcessor {
        session.midiConnections.append(MIDILink(pair.0, to: pair.1))
      } else {
        session.connections.append(AudioLink(pair.0, to: pair.1))
      }
    }
    guard chain[chain.count - 1].kind != .midiProcessor else { return }
    let output = NodeName.make(of: "out", besides: Set(names))
    session.nodes.append(
      SessionNode(
        output, .audioOutput(channelCount: 2, ports: [PortPattern("system:playback_*")])))
    session.connections.append(AudioLink(last, to: output))
  }
}
