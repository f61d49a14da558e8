internal import TenutoCore

extension Session {
  /// Where the MIDI of a chain comes from.
  public enum ChainSource: Sendable, Equatable {
    /// From outside: a port with a connection to matching ports.
    case keys([PortPattern])
    /// A MIDI file.
    case song(SessionSong)
  }

  /// The loudspeakers of a JACK server.
  public static let speakers = [PortPattern("system:playback_*")]

  /// Puts extensions one behind the other: MIDI to what plays it, audio from what makes it through the
  /// effects behind it, and what is left to the loudspeakers.
  ///
  /// An instrument or a generator has no audio input: it sounds beside those before it, and the next
  /// effect takes them together. Keys that nothing plays are left out.
  ///
  /// - Parameters:
  ///   - chain: Extensions, in the order of the sound; their names differ.
  ///   - source: Where the MIDI comes from; the node is called `keys` or `song`.
  ///   - channelCount: The channels of the output, a node called `out`.
  ///   - speakers: The ports that it is connected to.
  public mutating func setChain(
    _ chain: [SessionNode], source: ChainSource = .keys([]), channelCount: Int = 2,
    speakers: [PortPattern] = Self.speakers
  ) {
    nodes = chain
    switch source {
    case .song(let song): addNode("song", .song(song), at: 0)
    case .keys(let ports) where chain.contains(where: \.playsMIDI):
      addNode("keys", .midiInput(ports: ports), at: 0)
    case .keys: break
    }
    /// The node whose MIDI the next one plays.
    var player = nodes.first?.name
    /// The node whose audio is not connected yet.
    var sounding: [String] = []
    for node in chain {
      if node.playsMIDI, let source = player {
        midiConnections.append(MIDILink(source, to: node.name))
        if node.isOf([.midiProcessor]) { player = node.name }
      }
      if node.isOf([.midiProcessor]) { continue }
      if !node.isOf([.instrument, .generator]) {
        for source in sounding { connections.append(AudioLink(source, to: node.name)) }
        sounding = []
      }
      sounding.append(node.name)
    }
    guard !sounding.isEmpty else { return }
    let output = addNode(
      "out", .audioOutput(channelCount: channelCount, ports: speakers), at: nodes.count)
    for source in sounding { connections.append(AudioLink(source, to: output)) }
  }

  @discardableResult
  private mutating func addNode(_ name: String, _ kind: SessionNode.Kind, at index: Int) -> String {
    let name = NodeName.make(of: name, besides: Set(nodes.map(\.name)))
    nodes.insert(SessionNode(name, kind), at: index)
    return name
  }
}

extension SessionNode {
  fileprivate var playsMIDI: Bool { isOf([.midiProcessor, .instrument, .musicEffect]) }

  fileprivate func isOf(_ kinds: [ComponentKind]) -> Bool {
    guard case .component(let code) = kind, let own = code.kind else { return false }
    return kinds.contains(own)
  }
}
