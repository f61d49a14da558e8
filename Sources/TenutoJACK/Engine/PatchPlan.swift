internal import TenutoCore

/// Which connections an engine makes by itself.
struct PatchPlan {
  /// What the nodes are, in the order of the chain.
  let descriptions: [ComponentDescription]
  /// Whether there is a song's client, behind those of the nodes.
  let hasSong: Bool

  /// The node that gets MIDI: the first that takes any.
  var player: Int? { descriptions.firstIndex(where: \.acceptsMIDI) }

  /// From the song to the instrument, and on from node to node.
  var chain: [PatchCord] {
    var cords: [PatchCord] = []
    if hasSong {
      cords.append(
        PatchCord(
          source: .own(client: descriptions.count, port: "midi_out"),
          destination: .own(client: player ?? 0, port: "midi_in")))
    }
    for index in descriptions.indices.dropFirst() {
      let outputs = descriptions[index - 1].outputChannelCount
      let inputs = descriptions[index].inputChannelCount
      for (output, input) in Self.pairs(outputs, inputs) {
        cords.append(
          PatchCord(
            source: .own(client: index - 1, port: "out_\(output + 1)"),
            destination: .own(client: index, port: "in_\(input + 1)")))
      }
    }
    return cords
  }

  /// From the last node to the loudspeakers; without a song, from all MIDI sources to the
  /// instrument.
  ///
  /// - Parameters:
  ///   - playback: Full names of the loudspeakers' ports.
  ///   - sources: Full names of all MIDI outputs.
  ///   - own: Names of the engine's clients, whose MIDI outputs do not count.
  /// - Returns: The connections.
  func hardware(playback: [String], sources: [String], own: [String]) -> [PatchCord] {
    guard let last = descriptions.last else { return [] }
    let outputs = last.outputChannelCount
    let speakers = outputs == 1 ? Array(playback.prefix(2)) : playback
    var cords = Self.pairs(outputs, speakers.count).map { output, input in
      PatchCord(
        source: .own(client: descriptions.count - 1, port: "out_\(output + 1)"),
        destination: .other(speakers[input]))
    }
    if let player, !hasSong {
      for source in sources where !own.contains(where: { source.hasPrefix("\($0):") }) {
        cords.append(
          PatchCord(
            source: .other(source), destination: .own(client: player, port: "midi_in")))
      }
    }
    return cords
  }

  /// A mono output goes to every input, others to the one of their number: as in a `Graph`.
  private static func pairs(_ outputs: Int, _ inputs: Int) -> [(Int, Int)] {
    if outputs == 1 { return (0..<inputs).map { (0, $0) } }
    return (0..<min(outputs, inputs)).map { ($0, $0) }
  }
}
