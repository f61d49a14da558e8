internal import TenutoCore

/// What plays and what flows where: nodes, and the audio and MIDI connections between them.
///
/// A value: edited off the render thread, compiled into a plan of what is rendered when. What does
/// not fit together is found there. An edited copy of what plays takes its place by `GraphEngine.update(_:)`.
public struct Graph: Sendable {
  /// Names a node; the name of a removed node is never given again in the same graph.
  public struct NodeID: Hashable, Comparable, Sendable, BitwiseCopyable {
    let number: Int

    /// In the order in which they were added.
    public static func < (left: NodeID, right: NodeID) -> Bool { left.number < right.number }
  }

  /// What a node is.
  public enum Content: Sendable {
    /// An extension in a process of its own.
    case instance(Instance)
    /// The place of an extension that is not there.
    case placeholder(Placeholder)
    /// A mixer in the host.
    case mixer(Mixer)
    /// A sound file that plays.
    case fileInput(FileInput)
    /// A sound file that records.
    case fileOutput(FileOutput)
    /// Brings what flows into it to a thread of the host's.
    case monitor(GraphMonitor)
    /// A MIDI file that plays.
    case song(SongInput)
    /// Audio that the engine takes in, one output bus of so many channels: JACK input ports.
    case audioInput(channelCount: Int)
    /// Audio that the engine puts out, one input bus of so many channels: JACK output ports.
    case audioOutput(channelCount: Int)
    /// MIDI that the engine takes in: a JACK input port.
    case midiInput
    /// MIDI that the engine puts out: a JACK output port.
    case midiOutput
  }

  /// A node of the graph.
  public struct Node: Sendable, Identifiable {
    /// Names it among the nodes of the graph.
    public let id: NodeID
    /// What it is called in messages.
    public var name: String
    /// What it is.
    public var content: Content
    /// Whether nothing that it puts out is heard; of an output of the graph, whether nothing goes there.
    public internal(set) var isMuted = false
    var engineInputs: [EngineInput] = []
    var engineOutputs: [EngineOutput] = []
    var isMIDIOutput = false
  }

  /// An output bus on its way to an input bus, to which others may flow as well.
  public struct AudioConnection: Hashable, Sendable {
    /// Where it comes from.
    public var source: NodeID
    /// The bus there.
    public var outputBus: Int
    /// Where it goes.
    public var destination: NodeID
    /// The bus there.
    public var inputBus: Int

    /// States a connection.
    public init(
      _ source: NodeID, outputBus: Int = 0, to destination: NodeID, inputBus: Int = 0
    ) {
      self.source = source
      self.outputBus = outputBus
      self.destination = destination
      self.inputBus = inputBus
    }
  }

  /// MIDI on its way from a node to another one; one for each pair.
  public struct MIDIConnection: Sendable, Equatable {
    /// Where it comes from.
    public var source: NodeID
    /// Where it goes.
    public var destination: NodeID
    /// What passes.
    public var filter: MIDIFilter

    /// States a connection.
    public init(_ source: NodeID, to destination: NodeID, filter: MIDIFilter = MIDIFilter()) {
      self.source = source
      self.destination = destination
      self.filter = filter
    }
  }

  /// What the engine takes in, on its way to a bus.
  struct EngineInput: Sendable {
    let bus: Int
    let firstChannel: Int
  }

  /// A bus on its way to what the engine puts out.
  struct EngineOutput: Sendable {
    let bus: Int
    let firstChannel: Int?
  }

  /// In the order in which they were added.
  public private(set) var nodes: [Node] = []
  /// In the order in which they were made.
  public private(set) var audioConnections: [AudioConnection] = []
  /// In the order in which they were made.
  public private(set) var midiConnections: [MIDIConnection] = []
  /// When the beats are; nil for the time of its first song, and without one for the engine's.
  public var timeline: MusicalTimeline?
  private var nextNumber = 0

  /// An empty graph.
  public init() {}

  /// The nodes in the order in which they were added.
  public var nodeIDs: [NodeID] { nodes.map(\.id) }

  /// A node; nil where it is not, or no longer, in the graph.
  public subscript(_ node: NodeID) -> Node? { index(of: node).map { nodes[$0] } }

  /// The place of a node among `nodes`.
  func index(of node: NodeID) -> Int? {
    // Sorted by number, and seldom with gaps.
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
  /// Adds an instance; it is not connected yet.
  public mutating func add(_ instance: Instance) -> NodeID {
    add(.instance(instance), name: instance.description.name)
  }

  /// Adds a node; it is not connected yet.
  public mutating func add(_ content: Content, name: String) -> NodeID {
    let id = NodeID(number: nextNumber)
    nextNumber += 1
    nodes.append(Node(id: id, name: name, content: content))
    return id
  }

  /// Takes a node out, with its connections; no effect where it is not in the graph.
  public mutating func remove(_ node: NodeID) {
    nodes.removeAll { $0.id == node }
    audioConnections.removeAll { $0.source == node || $0.destination == node }
    midiConnections.removeAll { $0.source == node || $0.destination == node }
  }

  /// Puts something else in the place of a node, with its connections.
  ///
  /// Such as an instance for a placeholder. A node that is not in the graph is a programmer error
  /// and traps.
  public mutating func replace(_ node: NodeID, with content: Content) {
    change(node) { $0.content = content }
  }

  /// Mutes a node, whose connections stay, or unmutes it.
  ///
  /// A node that is not in the graph is a programmer error and traps.
  public mutating func setMute(_ isMuted: Bool, of node: NodeID) {
    change(node) { $0.isMuted = isMuted }
  }

  /// Calls a node something else.
  public mutating func rename(_ node: NodeID, _ name: String) { change(node) { $0.name = name } }

  /// An instrument and effects one after the other, the last one heard.
  ///
  /// A MIDI processor in front, which has no audio, sends its MIDI to the one behind it.
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
  /// Sends an output bus of `source` to an input bus of `destination`, added to what it gets
  /// already; no effect where it does so already.
  ///
  /// A mono bus goes to every channel of the other; otherwise channels go to those of their number,
  /// and what has no counterpart is left out.
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

  /// Sends what the engine takes in, from channel `firstChannel` on, to an input bus of `node`.
  public mutating func connectInput(
    to node: NodeID, inputBus: Int = 0, firstChannel: Int = 0
  ) {
    change(node) {
      $0.engineInputs.append(EngineInput(bus: inputBus, firstChannel: firstChannel))
    }
  }

  /// Sends an output bus of `node` to what the engine puts out.
  ///
  /// Without a `firstChannel` a mono bus goes to every channel of the engine's; with one, the bus
  /// goes to exactly as many channels as it has, from that one on.
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
  /// Sends the MIDI that `source` puts out to `destination`, in the same cycle and at its frame;
  /// where it does so already, by another filter from now on.
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

  /// Gives the MIDI that `node` puts out to the engine.
  public mutating func connectMIDIOutput(of node: NodeID) {
    change(node) { $0.isMIDIOutput = true }
  }
}
