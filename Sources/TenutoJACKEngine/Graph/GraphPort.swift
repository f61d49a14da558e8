internal import TenutoRender

/// A port of one of the engine's clients, and what of the client's graph it is.
struct GraphPort: Sendable {
  let plan: EngineClient.PortPlan
  let binding: Binding

  /// A node of the client's graph, and which part of it.
  enum Binding: Hashable, Sendable {
    case audioInput(Graph.NodeID, channel: Int)
    case audioOutput(Graph.NodeID, channel: Int)
    case midiInput(Graph.NodeID)
    /// The MIDI of a group, nil for all groups.
    case midiOutput(Graph.NodeID, group: Int?)
    /// The recording of an audio output, to a channel of the recording.
    case recording(Graph.NodeID, channel: Int, recorded: Int)
  }
}

/// The ports that a client shows in JACK, and the graph behind them: its own part of the engine's
/// graph.
struct ClientLayout: Sendable {
  /// The graph that it renders.
  var graph = Graph()
  /// Its ports in the order that people see.
  var ports: [GraphPort] = []
  /// The nodes of the engine's graph that it has, as nodes of its own.
  var nodes: [Graph.NodeID: Graph.NodeID] = [:]
  /// The ports of its nodes.
  var ends: [Graph.NodeID: NodeEnds] = [:]

  /// Whether another layout has the same ports for the same nodes.
  func hasSamePorts(as other: ClientLayout) -> Bool {
    ports.elementsEqual(other.ports) { $0.plan.name == $1.plan.name && $0.binding == $1.binding }
  }
}

/// The ports of a node by what they are, as short names.
struct NodeEnds: Sendable {
  /// By bus and channel.
  var inputs: [[String]] = []
  var outputs: [[String]] = []
  var midiInput: String?
  var midiOutputs: [String] = []
  /// The ports of MIDI connections with a filter, by their source.
  var filtered: [Graph.NodeID: String] = [:]
  /// The ports that record what an audio output gets, by channel; nil where the recording has no
  /// channel for it.
  var recording: [String?] = []

  /// All of them.
  var names: [String] {
    inputs.flatMap(\.self) + outputs.flatMap(\.self) + [midiInput].compactMap(\.self) + midiOutputs
      + filtered.values + recording.compactMap(\.self)
  }
}
