internal import TenutoCore
internal import TenutoRender

/// Transfers a session's connections to a graph.
enum SessionGraph {
  /// Makes the connections of `graph` match `session`, and widens the placeholders of missing
  /// extensions accordingly; returns whether anything has changed.
  static func connect(
    _ graph: inout Graph, as session: Session, _ nodes: [String: RunningNode],
    _ monitors: [Graph.NodeID: Monitoring] = [:]
  ) -> Bool {
    let isAudioChanged = connectAudio(&graph, session, nodes, monitors)
    let isMIDIChanged = connectMIDI(&graph, session, nodes, monitors)
    let isMuteChanged = mute(&graph, session, nodes)
    let isPlaceChanged = widen(&graph, session, nodes)
    return isAudioChanged || isMIDIChanged || isMuteChanged || isPlaceChanged
  }

  private static func connectAudio(
    _ graph: inout Graph, _ session: Session, _ nodes: [String: RunningNode],
    _ monitors: [Graph.NodeID: Monitoring]
  ) -> Bool {
    var wanted = session.connections.compactMap { link -> Graph.AudioConnection? in
      guard let source = nodes[link.source], let destination = nodes[link.destination] else {
        return nil
      }
      return Graph.AudioConnection(
        source.id, outputBus: link.outputBus, to: destination.id, inputBus: link.inputBus)
    }
    wanted += audio(to: monitors, wanted, in: graph, nodes)
    let (now, then) = (Set(graph.audioConnections), Set(wanted))
    for link in graph.audioConnections where !then.contains(link) {
      graph.disconnect(
        link.source, outputBus: link.outputBus, from: link.destination, inputBus: link.inputBus)
    }
    for link in wanted where !now.contains(link) {
      graph.connect(
        link.source, outputBus: link.outputBus, to: link.destination, inputBus: link.inputBus)
    }
    return now != then
  }

  private static func connectMIDI(
    _ graph: inout Graph, _ session: Session, _ nodes: [String: RunningNode],
    _ monitors: [Graph.NodeID: Monitoring]
  ) -> Bool {
    var wanted = session.midiConnections.compactMap { link -> Graph.MIDIConnection? in
      guard let source = nodes[link.source], let destination = nodes[link.destination] else {
        return nil
      }
      return Graph.MIDIConnection(source.id, to: destination.id, filter: link.filter)
    }
    wanted += midi(to: monitors, wanted, in: graph, nodes)
    var isChanged = false
    for link in graph.midiConnections
    where !wanted.contains(where: { $0.source == link.source && $0.destination == link.destination }
    ) {
      graph.disconnectMIDI(link.source, from: link.destination)
      isChanged = true
    }
    for link in wanted where !graph.midiConnections.contains(link) {
      graph.connectMIDI(link.source, to: link.destination, filter: link.filter)
      isChanged = true
    }
    return isChanged
  }

  private static func mute(
    _ graph: inout Graph, _ session: Session, _ nodes: [String: RunningNode]
  ) -> Bool {
    var isChanged = false
    for node in session.nodes {
      guard let id = nodes[node.name]?.id, graph[id]?.isMuted == !node.isMuted else { continue }
      graph.setMute(node.isMuted, of: id)
      isChanged = true
    }
    return isChanged
  }

  // MARK: - Missing extensions

  private static func widen(
    _ graph: inout Graph, _ session: Session, _ nodes: [String: RunningNode]
  ) -> Bool {
    var isChanged = false
    for node in session.nodes {
      guard let running = nodes[node.name], let missing = running.missing else { continue }
      let placeholder = Placeholder(
        missing.code, name: node.name, layout: layout(of: node, in: session))
      if case .placeholder(let now) = graph[running.id]?.content, now == placeholder { continue }
      graph.replace(running.id, with: .placeholder(placeholder))
      isChanged = true
    }
    return isChanged
  }

  /// The busses that the connections of a missing extension need.
  static func layout(of node: SessionNode, in session: Session) -> BusLayout {
    if let layout = node.layout { return layout }
    let inputs = session.connections.filter { $0.destination == node.name }.map(\.inputBus)
    let outputs = session.connections.filter { $0.source == node.name }.map(\.outputBus)
    func busses(_ numbers: [Int]) -> [Int] {
      Array(repeating: 2, count: (numbers.max() ?? -1) + 1)
    }
    return BusLayout(inputs: busses(inputs), outputs: busses(outputs))
  }
}
