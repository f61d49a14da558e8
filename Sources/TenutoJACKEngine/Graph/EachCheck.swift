internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem

/// Finds connections that are impossible if each node is a separate client.
enum EachCheck {
  /// Checks the connections between nodes; each node's inside is checked when it is prepared.
  ///
  /// Cycles are allowed here: JACK breaks them with one period of delay.
  ///
  /// - Throws: `.graphInvalid` with both ends of the connection.
  static func check(_ graph: Graph) throws(HostError) {
    for connection in graph.audioConnections {
      let (source, destination) = try ends(connection.source, connection.destination, graph)
      let text =
        "bus \(connection.outputBus) of \(source.name) → bus \(connection.inputBus) of "
        + destination.name
      try check(source.layout.outputs, connection.outputBus, text, source)
      try check(destination.layout.inputs, connection.inputBus, text, destination)
    }
    for connection in graph.midiConnections {
      let (source, destination) = try ends(connection.source, connection.destination, graph)
      let isPlayed = destination.traits.isEnginePort || NodePortPlan(destination).midiIn != nil
      guard isPlayed, source.traits.isEnginePort || !NodePortPlan(source).midiOuts.isEmpty else {
        throw HostError(
          .graphInvalid,
          "MIDI of \(source.name) → \(destination.name): the "
            + (isPlayed ? "source has no MIDI output" : "destination has no MIDI input"))
      }
      guard connection.filter.isOpen || !destination.traits.isEnginePort else {
        throw HostError(
          .graphInvalid,
          "MIDI of \(source.name) → \(destination.name): a client for each node supports no "
            + "filter at an output; filter before \(source.name)")
      }
    }
  }

  private static func ends(
    _ source: Graph.NodeID, _ destination: Graph.NodeID, _ graph: Graph
  ) throws(HostError) -> (Graph.Node, Graph.Node) {
    guard let from = graph[source], let to = graph[destination] else {
      throw HostError(.graphInvalid, "A connection has an end that is not in the graph")
    }
    guard !from.traits.isEnginePort || !to.traits.isEnginePort else {
      throw HostError(
        .graphInvalid,
        "\(from.name) → \(to.name): with a client for each node, both are ports of other programs; "
          + "put a mixer between them")
    }
    return (from, to)
  }

  private static func check(
    _ counts: [Int], _ bus: Int, _ text: String, _ node: Graph.Node
  ) throws(HostError) {
    guard !counts.indices.contains(bus) else { return }
    throw HostError(
      .graphInvalid, "\(text): \(node.name) has \(counts.count) of them")
  }
}
