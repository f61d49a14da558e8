internal import TenutoCore

/// The signal graph: nodes, and the audio and MIDI connections between them.
///
/// A value: it is edited outside the render thread and compiled into a render plan, which reports
/// contradictions. `GraphEngine.update(_:)` replaces a playing graph by an edited copy.
public struct Graph: Sendable {
  /// The identifier of a node, never reused in the same graph.
  public struct NodeID: Hashable, Comparable, Sendable, BitwiseCopyable {
    let number: Int

    /// Orders nodes as they were added.
    public static func < (left: NodeID, right: NodeID) -> Bool { left.number < right.number }
  }

  /// The kind of a node, with its content.
  public enum Content: Sendable {
    /// An extension in a separate process.
    case instance(Instance)
    /// A placeholder for a missing extension.
    case placeholder(Placeholder)
    /// A mixer in the host.
    case mixer(Mixer)
    /// A sound file that is played.
    case fileInput(FileInput)
    /// A sound file that is recorded.
    case fileOutput(FileOutput)
    /// Passes its input to a thread of the host.
    case monitor(GraphMonitor)
    /// A MIDI file that is played.
    case song(SongInput)
    /// Audio input of the engine with one output bus: JACK input ports.
    case audioInput(channelCount: Int)
    /// Audio output of the engine with one input bus: JACK output ports.
    case audioOutput(channelCount: Int)
    /// MIDI input of the engine: a JACK input port.
    case midiInput
    /// MIDI output of the engine: a JACK output port.
    case midiOutput
  }

  /// A node of the graph.
  public struct Node: Sendable, Identifiable {
    /// The node's identifier in the graph.
    public let id: NodeID
    /// The node's name in messages.
    public var name: String
    /// The node's content.
    public var content: Content
    /// Whether its output is silenced; for an output of the graph, whether it sends nothing.
    public internal(set) var isMuted = false
    var engineInputs: [EngineInput] = []
    var engineOutputs: [EngineOutput] = []
    var isMIDIOutput = false
  }

  /// A connection of an output bus to an input bus; several connections may share a bus.
  public struct AudioConnection: Hashable, Sendable {
    /// The source node.
    public var source: NodeID
    /// The output bus of the source.
    public var outputBus: Int
    /// The destination node.
    public var destination: NodeID
    /// The input bus of the destination.
    public var inputBus: Int

    /// Creates a connection.
    public init(
      _ source: NodeID, outputBus: Int = 0, to destination: NodeID, inputBus: Int = 0
    ) {
      self.source = source
      self.outputBus = outputBus
      self.destination = destination
      self.inputBus = inputBus
    }
  }

  /// A MIDI connection from one node to another; at most one for each pair.
  public struct MIDIConnection: Sendable, Equatable {
    /// The source node.
    public var source: NodeID
    /// The destination node.
    public var destination: NodeID
    /// The filter of the connection.
    public var filter: MIDIFilter

    /// Creates a connection.
    public init(_ source: NodeID, to destination: NodeID, filter: MIDIFilter = MIDIFilter()) {
      self.source = source
      self.destination = destination
      self.filter = filter
    }
  }

  /// A connection from the engine's input to a bus.
  struct EngineInput: Sendable {
    let bus: Int
    let firstChannel: Int
  }

  /// A connection from a bus to the engine's output.
  struct EngineOutput: Sendable {
    let bus: Int
    let firstChannel: Int?
  }

  /// The nodes in the order in which they were added.
  public private(set) var nodes: [Node] = []
  /// The audio connections in the order in which they were made.
  public private(set) var audioConnections: [AudioConnection] = []
  /// The MIDI connections in the order in which they were made.
  public private(set) var midiConnections: [MIDIConnection] = []
  /// The tempo and meter; nil for those of its first song, or else the engine's.
  public var timeline: MusicalTimeline?
  private var nextNumber = 0

  /// Creates an empty graph.
  public init() {}

  /// The nodes in the order in which they were added.
  public var nodeIDs: [NodeID] { nodes.map(\.id) }

  /// The node, or nil if it is not in the graph.
  public subscript(_ node: NodeID) -> Node? { index(of: node).map { nodes[$0] } }

  /// The index of a node in `nodes`.
  func index(of node: NodeID) -> Int? {
    // Sorted by number, and rarely with gaps.
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if nodes[middle].id < node { low = middle + 1 } else { high = middle }
    }
    return low < nodes.count && nodes[low].id == node ? low : nil
  }

  private mutating func change(_ node: NodeID, _ body: (inout Node) -> Void) {
    guard let index = index(of: node) else { preconditionFailure("the node is not in this graph") }
    body(&nodes[index])
  }
}

// MARK: - Nodes

extension Graph {
  /// Adds an instance without connections.
  public mutating func add(_ instance: Instance) -> NodeID {
    add(.instance(instance), name: instance.description.name)
  }

  /// Adds a node without connections.
  public mutating func add(_ content: Content, name: String) -> NodeID {
    let id = NodeID(number: nextNumber)
    nextNumber += 1
    nodes.append(Node(id: id, name: name, content: content))
    return id
  }

  /// Removes a node with its connections; has no effect if it is not in the graph.
  public mutating func remove(_ node: NodeID) {
    nodes.removeAll { $0.id == node }
    audioConnections.removeAll { $0.source == node || $0.destination == node }
    midiConnections.removeAll { $0.source == node || $0.destination == node }
  }

  /// Replaces the content of a node, whose connections stay.
  ///
  /// For example, an instance replaces a placeholder. A node that is not in the graph is a
  /// programmer error and traps.
  public mutating func replace(_ node: NodeID, with content: Content) {
    change(node) { $0.content = content }
  }

  /// Mutes a node, whose connections stay, or unmutes it.
  ///
  /// A node that is not in the graph is a programmer error and traps.
  public mutating func setMute(_ isMuted: Bool, of node: NodeID) {
    change(node) { $0.isMuted = isMuted }
  }

  /// Renames a node.
  public mutating func rename(_ node: NodeID, _ name: String) { change(node) { $0.name = name } }

  /// Creates a chain of an instrument and effects; the last one is heard.
  ///
  /// A MIDI processor at the start, which has no audio, sends its MIDI to the next instance.
  public init(chain: [Instance]) {
    var previous: (id: NodeID, instance: Instance)?
    for instance in chain {
      let node = add(instance)
      if let previous { follow(previous.id, previous.instance, with: node, instance) }
      previous = (node, instance)
    }
    if let previous, !previous.instance.layoutInGraph.outputs.isEmpty {
      connectOutput(of: previous.id)
    }
  }

  private mutating func follow(
    _ previous: NodeID, _ source: Instance, with node: NodeID, _ destination: Instance
  ) {
    if source.description.code.kind == .midiProcessor && destination.description.acceptsMIDI {
      connectMIDI(previous, to: node)
    }
    let hasAudio = source.layoutInGraph.outputs.contains { $0 > 0 }
    if hasAudio && !destination.layoutInGraph.inputs.isEmpty { connect(previous, to: node) }
  }
}

// MARK: - Audio

extension Graph {
  /// Connects an output bus of `source` to an input bus of `destination`, which sums its
  /// connections; has no effect if the connection exists.
  ///
  /// A mono bus goes to every channel of the other bus; otherwise channels connect by number, and
  /// channels without a counterpart are dropped.
  public mutating func connect(
    _ source: NodeID, outputBus: Int = 0, to destination: NodeID, inputBus: Int = 0
  ) {
    let connection = AudioConnection(
      source, outputBus: outputBus, to: destination, inputBus: inputBus)
    if !audioConnections.contains(connection) { audioConnections.append(connection) }
  }

  /// Removes a connection; no effect if it does not exist.
  public mutating func disconnect(
    _ source: NodeID, outputBus: Int = 0, from destination: NodeID, inputBus: Int = 0
  ) {
    let connection = AudioConnection(
      source, outputBus: outputBus, to: destination, inputBus: inputBus)
    audioConnections.removeAll { $0 == connection }
  }

  /// Connects the engine's input, from channel `firstChannel` on, to an input bus of `node`.
  public mutating func connectInput(
    to node: NodeID, inputBus: Int = 0, firstChannel: Int = 0
  ) {
    change(node) {
      $0.engineInputs.append(EngineInput(bus: inputBus, firstChannel: firstChannel))
    }
  }

  /// Connects an output bus of `node` to the engine's output.
  ///
  /// Without a `firstChannel` a mono bus goes to every channel of the engine; with one, the
  /// channels of the bus go to that channel and the following ones.
  public mutating func connectOutput(
    of node: NodeID, outputBus: Int = 0, firstChannel: Int? = nil
  ) {
    change(node) {
      $0.engineOutputs.append(EngineOutput(bus: outputBus, firstChannel: firstChannel))
    }
  }
}

// MARK: - MIDI

extension Graph {
  /// Connects the MIDI output of `source` to `destination`, in the same cycle and at the same
  /// frame; changes the filter of an existing connection.
  public mutating func connectMIDI(
    _ source: NodeID, to destination: NodeID, filter: MIDIFilter = MIDIFilter()
  ) {
    let connection = MIDIConnection(source, to: destination, filter: filter)
    let known = midiConnections.firstIndex {
      $0.source == source && $0.destination == destination
    }
    if let known { midiConnections[known] = connection } else { midiConnections.append(connection) }
  }

  /// Removes a connection; no effect if it does not exist.
  public mutating func disconnectMIDI(_ source: NodeID, from destination: NodeID) {
    midiConnections.removeAll { $0.source == source && $0.destination == destination }
  }

  /// Connects the MIDI output of `node` to the engine's.
  public mutating func connectMIDIOutput(of node: NodeID) {
    change(node) { $0.isMIDIOutput = true }
  }
}
