internal import TenutoCore
internal import TenutoSystem

/// Finds invalid nodes and connections.
struct GraphCheck {
  /// The most nodes of a graph.
  static let maximumNodeCount = 1024

  /// Checks every node and every connection of `graph`.
  ///
  /// - Throws: `.graphInvalid` with both ends of the connection.
  static func check(_ graph: Graph, _ links: GraphLinks) throws(HostError) {
    guard graph.nodes.count <= maximumNodeCount else {
      throw HostError(
        .graphInvalid, "\(graph.nodes.count) nodes are too many; \(maximumNodeCount) are possible")
    }
    let check = GraphCheck()
    for node in graph.nodes { try check.checkNode(node) }
    for index in graph.nodes.indices {
      for (source, connection) in links.audio[index] {
        try check.checkAudio(connection, graph.nodes[source], graph.nodes[index])
      }
      for (source, _) in links.midi[index] {
        try check.checkMIDI(graph.nodes[source], graph.nodes[index])
      }
    }
  }

  private func checkNode(_ node: Graph.Node) throws(HostError) {
    if case .mixer(let mixer) = node.content { try checkMixer(mixer, node) }
    try checkChannels(node)
    for input in node.engineInputs {
      let ends = "the engine → \(end(node, "input", input.bus))"
      try check(input.bus, node.layout.inputs, node, "input", ends)
      try check(firstChannel: input.firstChannel, ends)
    }
    for output in node.engineOutputs {
      let ends = "\(end(node, "output", output.bus)) → the engine"
      try check(output.bus, node.layout.outputs, node, "output", ends)
      try check(firstChannel: output.firstChannel ?? 0, ends)
    }
  }

  private func checkMixer(_ mixer: Mixer, _ node: Graph.Node) throws(HostError) {
    guard mixer.inputs.count <= Mixer.maximumInputCount else {
      throw HostError(
        .graphInvalid,
        "\(node.label) has \(mixer.inputs.count) input busses; a mixer has at most "
          + "\(Mixer.maximumInputCount)")
    }
  }

  private func checkChannels(_ node: Graph.Node) throws(HostError) {
    let traits = node.traits
    let range = traits.channelCounts
    let counts = traits.layout.inputs + traits.layout.outputs
    guard let wrong = counts.first(where: { !range.contains($0) }) else { return }
    throw HostError(
      .graphInvalid,
      "\(node.label) has a bus of \(wrong) channels; \(range.lowerBound) to \(range.upperBound) "
        + "are possible")
  }

  private func checkAudio(
    _ connection: Graph.AudioConnection, _ source: Graph.Node, _ destination: Graph.Node
  ) throws(HostError) {
    let ends =
      "\(end(source, "output", connection.outputBus)) → "
      + end(destination, "input", connection.inputBus)
    try check(connection.outputBus, source.layout.outputs, source, "output", ends)
    try check(connection.inputBus, destination.layout.inputs, destination, "input", ends)
  }

  private func checkMIDI(
    _ source: Graph.Node, _ destination: Graph.Node
  ) throws(HostError) {
    guard source.traits.givesMIDI else {
      throw HostError(
        .graphInvalid,
        "MIDI of \(source.name) → \(destination.label): the source has no MIDI output")
    }
    guard destination.traits.takesMIDI else {
      throw HostError(
        .graphInvalid,
        "MIDI of \(source.name) → \(destination.label): the destination has no MIDI input")
    }
  }

  private func end(_ node: Graph.Node, _ side: String, _ bus: Int) -> String {
    "\(side) bus \(bus) of \(node.label)"
  }

  private func check(
    _ bus: Int, _ channelCounts: [Int], _ node: Graph.Node, _ side: String, _ ends: String
  ) throws(HostError) {
    guard channelCounts.indices.contains(bus) else {
      let count = channelCounts.count
      throw HostError(
        .graphInvalid,
        "\(ends): \(node.label) has \(count) \(side) \(count == 1 ? "bus" : "busses")")
    }
    guard channelCounts[bus] > 0 else {
      throw HostError(
        .graphInvalid, "\(ends): the layout of \(node.label) leaves that \(side) bus out")
    }
  }

  private func check(firstChannel: Int, _ ends: String) throws(HostError) {
    guard firstChannel < 0 else { return }
    throw HostError(.graphInvalid, "\(ends): channel \(firstChannel) is not one of the engine's")
  }
}

extension Graph.Node {
  /// Its name in messages, with the codes of an instance.
  var label: String { instance?.label ?? name }
}
