internal import TenutoCore

extension Session {
  /// The source of a chain's MIDI.
  public enum ChainSource: Sendable, Equatable {
    /// External MIDI: a port connected to matching ports.
    case keys([PortPattern])
    /// A MIDI file.
    case song(SessionSong)
  }

  /// The loudspeakers of a JACK server.
  public static let speakers = [PortPattern("system:playback_*")]

  /// Connects extensions in a chain: MIDI to the extensions that play it, audio from its sources
  /// through the effects that follow, and the result to the loudspeakers.
  ///
  /// An instrument or a generator has no audio input: it plays in parallel with the previous ones,
  /// and the next effect mixes them. Keys without a player are left out.
  ///
  /// - Parameters:
  ///   - chain: Extensions with different names, in the order of the signal flow.
  ///   - source: The source of the MIDI; its node is named `keys` or `song`.
  ///   - channelCount: The channels of the output, a node named `out`.
  ///   - speakers: The ports to which the output is connected.
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
    /// The node whose MIDI goes to the next player.
    var player = nodes.first?.name
    /// The nodes whose audio is not connected yet.
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
