/// What plays and what flows where: instances and the audio connections between them.
///
/// A value: edited off the render thread, compiled into a `Schedule`.
public struct Graph: Sendable {
  /// Names a node of one graph.
  public struct NodeID: Hashable, Sendable {
    let index: Int
  }

  /// An instance in the graph.
  struct Node: Sendable {
    let instance: Instance
    var sources: [NodeID] = []
    var isInput = false
    var isOutput = false
  }

  private(set) var nodes: [Node] = []

  /// An empty graph.
  public init() {}

  /// Adds an instance; it is not connected yet.
  public mutating func add(_ instance: Instance) -> NodeID {
    nodes.append(Node(instance: instance))
    return NodeID(index: nodes.count - 1)
  }

  /// Sends the outputs of `source` to the inputs of `destination`, added to what it gets already.
  public mutating func connect(_ source: NodeID, to destination: NodeID) {
    nodes[destination.index].sources.append(source)
  }

  /// Sends what the engine takes in to the inputs of `node`.
  public mutating func connectInput(to node: NodeID) { nodes[node.index].isInput = true }

  /// Sends the outputs of `node` to what the engine puts out.
  public mutating func connectOutput(of node: NodeID) { nodes[node.index].isOutput = true }

  /// An instrument and effects one after the other, the last one heard.
  public init(chain: [Instance]) {
    var previous: NodeID?
    for instance in chain {
      let node = add(instance)
      if let previous { connect(previous, to: node) }
      previous = node
    }
    if let previous { connectOutput(of: previous) }
  }

  /// The nodes in the order in which they were added.
  public var nodeIDs: [NodeID] { nodes.indices.map(NodeID.init) }
}
