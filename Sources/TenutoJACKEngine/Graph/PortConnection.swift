internal import TenutoRender

/// A port of a connection: one of the engine's own, identified by its node whatever the client's
/// name, or another program's.
enum GraphEnd: Hashable, Sendable {
  case own(Graph.NodeID, port: String)
  case other(String)

  /// The node, if it is one of the engine's own.
  var node: Graph.NodeID? {
    if case .own(let node, _) = self { return node }
    return nil
  }
}

/// A connection in JACK of one of the engine's ports.
struct PortConnection: Hashable, Sendable {
  let source: GraphEnd
  let destination: GraphEnd

  /// The other program's port, if any.
  var other: String? {
    if case .other(let name) = source { return name }
    if case .other(let name) = destination { return name }
    return nil
  }
}

/// The part of a graph, or the rule, that requires JACK connections.
enum GraphLink: Hashable, Sendable {
  case audio(Graph.AudioConnection)
  case midi(source: Graph.NodeID, destination: Graph.NodeID)
  case rule(Graph.NodeID, PortRule)
  /// The source of a MIDI input, connected to a port that listens.
  case hearing(Graph.NodeID)
  /// The recording of an audio output, connected to ports that record.
  case recording(Graph.AudioConnection)
}
