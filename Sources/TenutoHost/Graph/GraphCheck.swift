internal import TenutoCore

/// Finds connections to what a node does not have.
enum GraphCheck {
  /// Checks every connection of `graph`.
  ///
  /// - Throws: `.graphInvalid`, naming both ends.
  static func check(_ graph: Graph) throws(HostError) {
    for node in graph.nodes {
      try checkAudio(of: node, in: graph)
      try checkMIDI(of: node, in: graph)
    }
  }

  private static func checkAudio(of node: Graph.Node, in graph: Graph) throws(HostError) {
    let layout = node.instance.layoutInGraph
    for connection in node.connections {
      let source = graph.nodes[connection.source.index].instance
      let ends =
        "\(end(source, "output", connection.outputBus)) → "
        + end(node.instance, "input", connection.inputBus)
      try check(connection.outputBus, source.layoutInGraph.outputs, source, "output", ends)
      try check(connection.inputBus, layout.inputs, node.instance, "input", ends)
    }
    for input in node.engineInputs {
      let ends = "the engine → \(end(node.instance, "input", input.bus))"
      try check(input.bus, layout.inputs, node.instance, "input", ends)
      try check(firstChannel: input.firstChannel, ends)
    }
    for output in node.engineOutputs {
      let ends = "\(end(node.instance, "output", output.bus)) → the engine"
      try check(output.bus, layout.outputs, node.instance, "output", ends)
      try check(firstChannel: output.firstChannel ?? 0, ends)
    }
  }

  private static func checkMIDI(of node: Graph.Node, in graph: Graph) throws(HostError) {
    guard let source = node.midiSources.first, !node.instance.description.acceptsMIDI else {
      return
    }
    throw HostError(
      .graphInvalid,
      "MIDI of \(graph.nodes[source.index].instance.label) → \(node.instance.label): the latter "
        + "takes no MIDI")
  }

  private static func end(_ instance: Instance, _ side: String, _ bus: Int) -> String {
    "\(side) bus \(bus) of \(instance.label)"
  }

  private static func check(
    _ bus: Int, _ channelCounts: [Int], _ instance: Instance, _ side: String, _ ends: String
  ) throws(HostError) {
    guard channelCounts.indices.contains(bus) else {
      let count = channelCounts.count
      throw HostError(
        .graphInvalid,
        "\(ends): \(instance.label) has \(count) \(side) \(count == 1 ? "bus" : "busses")")
    }
    guard channelCounts[bus] > 0 else {
      throw HostError(
        .graphInvalid, "\(ends): the layout of \(instance.label) leaves that \(side) bus out")
    }
  }

  private static func check(firstChannel: Int, _ ends: String) throws(HostError) {
    guard firstChannel < 0 else { return }
    throw HostError(.graphInvalid, "\(ends): channel \(firstChannel) is none of the engine's")
  }
}
