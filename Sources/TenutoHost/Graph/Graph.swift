internal import TenutoCore

/// What plays and what flows where: instances, and the audio and MIDI connections between them.
///
/// A value: edited off the render thread, compiled into a `Schedule`. Busses are checked there.
public struct Graph: Sendable {
  /// Names a node of one graph.
  public struct NodeID: Hashable, Sendable {
    let index: Int
  }

  /// An instance in the graph.
  struct Node: Sendable {
    let instance: Instance
    var connections: [Connection] = []
    var engineInputs: [EngineInput] = []
    var engineOutputs: [EngineOutput] = []
    var midiSources: [NodeID] = []
    var isMIDIOutput = false
  }

  /// An audio connection, as its destination has it.
  struct Connection: Sendable {
    let source: NodeID
    let outputBus: Int
    let inputBus: Int
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

  private(set) var nodes: [Node] = []

  /// An empty graph.
  public init() {}

  /// Adds an instance; it is not connected yet.
  public mutating func add(_ instance: Instance) -> NodeID {
    nodes.append(Node(instance: instance))
    return NodeID(index: nodes.count - 1)
  }

  /// The nodes in the order in which they were added.
  public var nodeIDs: [NodeID] { nodes.indices.map(NodeID.init) }

  /// An instrument and effects one after the other, the last one heard.
  ///
  /// A MIDI processor in front, which has no audio, sends its MIDI to the one behind it.
  public init(chain: [Instance]) {
    var previous: NodeID?
    for instance in chain {
      let node = add(instance)
      if let previous { follow(previous, with: node) }
      previous = node
    }
    if let previous, !nodes[previous.index].instance.layoutInGraph.outputs.isEmpty {
      connectOutput(of: previous)
    }
  }

  private mutating func follow(_ previous: NodeID, with node: NodeID) {
    let source = nodes[previous.index].instance
    let destination = nodes[node.index].instance
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
  /// already.
  ///
  /// A mono bus goes to every channel of the other; otherwise channels go to those of their number,
  /// and what has no counterpart is left out.
  public mutating func connect(
    _ source: NodeID, outputBus: Int = 0, to destination: NodeID, inputBus: Int = 0
  ) {
    nodes[destination.index].connections.append(
      Connection(source: source, outputBus: outputBus, inputBus: inputBus))
  }

  /// Sends what the engine takes in, from channel `firstChannel` on, to an input bus of `node`.
  public mutating func connectInput(
    to node: NodeID, inputBus: Int = 0, firstChannel: Int = 0
  ) {
    nodes[node.index].engineInputs.append(
      EngineInput(bus: inputBus, firstChannel: firstChannel))
  }

  /// Sends an output bus of `node` to what the engine puts out.
  ///
  /// Without a `firstChannel` a mono bus goes to every channel of the engine's; with one, the bus
  /// goes to exactly as many channels as it has, from that one on.
  public mutating func connectOutput(
    of node: NodeID, outputBus: Int = 0, firstChannel: Int? = nil
  ) {
    nodes[node.index].engineOutputs.append(
      EngineOutput(bus: outputBus, firstChannel: firstChannel))
  }
}

// MARK: - MIDI

extension Graph {
  /// Sends the MIDI that `source` puts out to `destination`, in the same cycle and at its frame.
  public mutating func connectMIDI(_ source: NodeID, to destination: NodeID) {
    nodes[destination.index].midiSources.append(source)
  }

  /// Gives the MIDI that `node` puts out to the engine.
  public mutating func connectMIDIOutput(of node: NodeID) {
    nodes[node.index].isMIDIOutput = true
  }
}
