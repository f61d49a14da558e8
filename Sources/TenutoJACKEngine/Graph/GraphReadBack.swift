internal import TenutoCore
internal import TenutoRender

/// Applies the user's patches in JACK to a graph.
///
/// A connection between two nodes exists as long as all its JACK connections do. A connection of
/// one channel among several is reported only as a JACK patch, as are connections to other
/// programs' ports: they change no connection of the graph.
struct GraphReadBack {
  let plan: ConnectionPlan
  /// The current connections in JACK.
  let connections: Set<PortConnection>
  /// Changes by other programs.
  let change: GraphPatchbay.Change

  /// The plan's graph with the patches of other programs.
  func graph() -> Graph {
    var graph = plan.graph
    for connection in graph.audioConnections where isBroken(plan.portConnections(connection)) {
      graph.disconnect(
        connection.source, outputBus: connection.outputBus, from: connection.destination,
        inputBus: connection.inputBus)
    }
    for connection in graph.midiConnections where isBroken(plan.portConnections(connection)) {
      graph.disconnectMIDI(connection.source, from: connection.destination)
    }
    for connection in newAudio() {
      graph.connect(
        connection.source, outputBus: connection.outputBus, to: connection.destination,
        inputBus: connection.inputBus)
    }
    for connection in newMIDI() {
      let isKnown = graph.midiConnections.contains {
        $0.source == connection.source && $0.destination == connection.destination
      }
      if !isKnown { graph.connectMIDI(connection.source, to: connection.destination) }
    }
    return graph
  }

  private func isBroken(_ wanted: Set<PortConnection>) -> Bool {
    wanted.intersection(change.broken).contains { $0.other == nil }
  }

  private func isMade(_ wanted: Set<PortConnection>) -> Bool {
    !wanted.isEmpty && wanted.isSubset(of: connections) && !wanted.isDisjoint(with: change.made)
  }

  private func newAudio() -> [Graph.AudioConnection] {
    var found: [Graph.AudioConnection] = []
    for (source, destination) in pairs() {
      guard let from = plan.graph[source]?.layout.outputs,
        let to = plan.graph[destination]?.layout.inputs
      else { continue }
      for outputBus in from.indices {
        for inputBus in to.indices {
          let connection = Graph.AudioConnection(
            source, outputBus: outputBus, to: destination, inputBus: inputBus)
          if isMade(plan.portConnections(connection)) { found.append(connection) }
        }
      }
    }
    return found
  }

  private func newMIDI() -> [Graph.MIDIConnection] {
    pairs().map { Graph.MIDIConnection($0, to: $1) }.filter { isMade(plan.portConnections($0)) }
  }

  /// Pairs of nodes that may have new connections, in the order of the nodes.
  private func pairs() -> [(Graph.NodeID, Graph.NodeID)] {
    var pairs: [(Graph.NodeID, Graph.NodeID)] = []
    for connection in change.made {
      guard let source = connection.source.node, let destination = connection.destination.node,
        source != destination, !pairs.contains(where: { $0 == (source, destination) })
      else { continue }
      pairs.append((source, destination))
    }
    return pairs.sorted { $0 < $1 }
  }
}
