internal import TenutoRender

/// A port of one of the engine's clients, and its role in the client's graph.
struct GraphPort: Sendable {
  let plan: EngineClient.PortPlan
  let binding: Binding

  /// A node of the client's graph, and a part of it.
  enum Binding: Hashable, Sendable {
    case audioInput(Graph.NodeID, channel: Int)
    case audioOutput(Graph.NodeID, channel: Int)
    case midiInput(Graph.NodeID)
    /// The MIDI of a group, or of all groups if nil.
    case midiOutput(Graph.NodeID, group: Int?)
    /// The recording of an audio output, to a channel of the recording.
    case recording(Graph.NodeID, channel: Int, recorded: Int)
  }
}

/// The ports of a client in JACK, and its part of the engine's graph.
struct ClientLayout: Sendable {
  /// The graph that it renders.
  var graph = Graph()
  /// Its ports in display order.
  var ports: [GraphPort] = []
  /// The nodes of the engine's graph that it has, with their ids in its own graph.
  var nodes: [Graph.NodeID: Graph.NodeID] = [:]
  /// The ports of its nodes.
  var ends: [Graph.NodeID: NodeEnds] = [:]

  /// Whether another layout has the same ports for the same nodes.
  func hasSamePorts(as other: ClientLayout) -> Bool {
    ports.elementsEqual(other.ports) { $0.plan.name == $1.plan.name && $0.binding == $1.binding }
  }
}

/// The short names of a node's ports, by role.
struct NodeEnds: Sendable {
  /// The input ports by bus and channel.
  var inputs: [[String]] = []
  var outputs: [[String]] = []
  var midiInput: String?
  var midiOutputs: [String] = []
  /// The ports of MIDI connections with a filter, by their source.
  var filtered: [Graph.NodeID: String] = [:]
  /// The ports that record an audio output's input, by channel; nil if the recording has no channel
  /// for it.
  var recording: [String?] = []

  /// All names.
  var names: [String] {
    inputs.flatMap(\.self) + outputs.flatMap(\.self) + [midiInput].compactMap(\.self) + midiOutputs
      + filtered.values + recording.compactMap(\.self)
  }
}
