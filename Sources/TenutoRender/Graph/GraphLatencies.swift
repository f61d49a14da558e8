/// The latencies of all nodes, so that parallel paths can be aligned.
struct GraphLatencies {
  /// By index: frames by which a node's input lags behind the engine's input.
  private(set) var inputs: [Int]
  /// By index: frames by which a node's output lags behind the engine's input.
  private(set) var outputs: [Int]
  /// Frames by which the engine's output lags behind its input.
  private(set) var engine = 0

  /// Follows the signal flow: a node has the largest latency of its sources, plus its own.
  init(_ graph: Graph, _ links: GraphLinks, _ order: [Int], _ own: [Graph.NodeID: Int]) {
    inputs = [Int](repeating: 0, count: graph.nodes.count)
    outputs = inputs
    for index in order {
      inputs[index] = links.sources(of: index).map { outputs[$0] }.max() ?? 0
      outputs[index] = inputs[index] + (own[graph.nodes[index].id] ?? 0)
    }
    for index in graph.nodes.indices where graph.nodes[index].isHeardByEngine {
      engine = max(engine, outputs[index])
    }
  }
}

extension Graph.Node {
  /// Whether it is connected to the engine's output.
  fileprivate var isHeardByEngine: Bool {
    switch content {
    case .audioOutput, .midiOutput: true
    default: isMIDIOutput || !engineOutputs.isEmpty
    }
  }
}
