internal import TenutoCore
internal import TenutoRender

/// Takes what has been patched in JACK for a graph.
///
/// A connection between two nodes is there when all the connections in JACK that it stands for are;
/// one of a single channel among others is none, and is known as what it is in JACK alone. So are
/// those to ports of others: they change no connection of the graph.
struct GraphReadBack {
  let plan: CordPlan
  /// Connections in JACK as they are now.
  let cords: Set<GraphCord>
  /// What others have changed.
  let change: GraphPatchbay.Change

  /// The graph of the plan as others have patched it.
  func graph() -> Graph {
    var graph = plan.graph
    for connection in graph.audioConnections where isBroken(plan.cords(connection)) {
      graph.disconnect(
        connection.source, outputBus: connection.outputBus, from: connection.destination,
        inputBus: connection.inputBus)
    }
    for connection in graph.midiConnections where isBroken(plan.cords(connection)) {
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

  private func isBroken(_ wanted: Set<GraphCord>) -> Bool {
    wanted.intersection(change.broken).contains { $0.other == nil }
  }

  private func isMade(_ wanted: Set<GraphCord>) -> Bool {
    !wanted.isEmpty && wanted.isSubset(of: cords) && !wanted.isDisjoint(with: change.made)
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
          if isMade(plan.cords(connection)) { found.append(connection) }
        }
      }
    }
    return found
  }

  private func newMIDI() -> [Graph.MIDIConnection] {
    pairs().map { Graph.MIDIConnection($0, to: $1) }.filter { isMade(plan.cords($0)) }
  }

  /// Nodes between which something new may be, in the order of the nodes.
  private func pairs() -> [(Graph.NodeID, Graph.NodeID)] {
    var pairs: [(Graph.NodeID, Graph.NodeID)] = []
    for cord in change.made {
      guard let source = cord.source.node, let destination = cord.destination.node,
        source != destination, !pairs.contains(where: { $0 == (source, destination) })
      else { continue }
      pairs.append((source, destination))
    }
    return pairs.sorted { $0 < $1 }
  }
}
