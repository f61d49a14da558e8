/// Which connections an engine makes by itself.
struct PatchPlan {
  /// The ports of the nodes, in the order of the chain.
  let nodes: [NodePortPlan]
  /// Whether there is a song's client, behind those of the nodes.
  let hasSong: Bool

  /// The node that gets MIDI: the first that takes any.
  var player: Int? { nodes.firstIndex { $0.midiInput != nil } }

  /// From the song to its player, and on from node to node.
  var chain: [PatchCord] {
    var cords: [PatchCord] = []
    if hasSong {
      cords.append(
        PatchCord(
          source: .own(client: nodes.count, port: "midi_out"),
          destination: .own(client: player ?? 0, port: "midi_in")))
    }
    for index in nodes.indices.dropFirst() {
      let (source, destination) = (nodes[index - 1], nodes[index])
      var pairs = Self.pairs(source.mainOutputs, destination.mainInputs)
      if source.isMIDIProcessor, let input = destination.midiInput {
        pairs += source.midiOutputs.map { ($0, input) }
      }
      cords += pairs.map { output, input in
        PatchCord(
          source: .own(client: index - 1, port: output),
          destination: .own(client: index, port: input))
      }
    }
    return cords
  }

  /// From the last node to the loudspeakers; without a song, from all MIDI sources to the player.
  ///
  /// - Parameters:
  ///   - playback: Full names of the loudspeakers' ports.
  ///   - sources: Full names of all MIDI outputs.
  ///   - own: Names of the engine's clients, whose MIDI outputs do not count.
  /// - Returns: The connections.
  func hardware(playback: [String], sources: [String], own: [String]) -> [PatchCord] {
    guard let last = nodes.last else { return [] }
    let outputs = last.mainOutputs
    let speakers = outputs.count == 1 ? Array(playback.prefix(2)) : playback
    var cords = Self.pairs(outputs, speakers).map { output, speaker in
      PatchCord(
        source: .own(client: nodes.count - 1, port: output), destination: .other(speaker))
    }
    if let player, let input = nodes[player].midiInput, !hasSong {
      for source in sources where !own.contains(where: { source.hasPrefix("\($0):") }) {
        cords.append(
          PatchCord(source: .other(source), destination: .own(client: player, port: input)))
      }
    }
    return cords
  }

  /// A mono output goes to every input, others to the one of their number: as in a `Graph`.
  private static func pairs(_ outputs: [String], _ inputs: [String]) -> [(String, String)] {
    outputs.count == 1 ? inputs.map { (outputs[0], $0) } : Array(zip(outputs, inputs))
  }
}
