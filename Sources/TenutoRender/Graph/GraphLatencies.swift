/// The latencies of all nodes, so that parallel paths can be aligned.
struct GraphLatencies {
  /// By place: frames by which what flows in is later than what the engine takes in.
  private(set) var inputs: [Int]
  /// By place: the same of what comes out.
  private(set) var outputs: [Int]
  /// The same of all that the engine puts out.
  private(set) var engine = 0

  /// Goes along with what flows: a node is as late as the latest that it gets, and its own latency.
  init(_ graph: Graph, _ links: GraphLinks, _ order: [Int], _ own: [Graph.NodeID: Int]) {
    inputs = [Int](repeating: 0, count: graph.nodes.count)
    outputs = inputs
    for place in order {
      inputs[place] = links.sources(of: place).map { outputs[$0] }.max() ?? 0
      outputs[place] = inputs[place] + (own[graph.nodes[place].id] ?? 0)
    }
    for place in graph.nodes.indices where graph.nodes[place].isHeardByEngine {
      engine = max(engine, outputs[place])
    }
  }
}

extension Graph.Node {
  /// Whether something of it goes to the engine.
  fileprivate var isHeardByEngine: Bool {
    switch content {
    case .audioOutput, .midiOutput: true
    default: isMIDIOutput || !engineOutputs.isEmpty
    }
  }
}
