import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

/// Which nodes of a graph form a chain.
struct GraphChainTests {
  /// A graph of mixers has no chains; of instances those that are linear.
  private func links(_ graph: Graph) throws -> [Int?] {
    GraphChains(try Schedule(graph)).links.map { $0?.before }
  }

  private func gains(_ count: Int) throws -> (Graph, [Graph.NodeID], [Instance]) {
    let instances = try (0..<count).map { _ in try Instance(built: "Gain", "aufx gain Tnto") }
    var graph = Graph()
    let nodes = instances.map { graph.add($0) }
    return (graph, nodes, instances)
  }

  @Test func aLineIsAChainButForksAndMergesAreNot() throws {
    var (graph, nodes, instances) = try gains(6)
    defer { for instance in instances { instance.terminate() } }
    for (before, next) in zip(nodes, nodes.dropFirst()) { graph.connect(before, to: next) }
    #expect(try links(graph) == [nil, 0, 1, 2, 3, 4])
    // Connected only at the end, so that no earlier step waits for it.
    graph.connectOutput(of: nodes[2])
    graph.connectOutput(of: nodes[5])
    #expect(try links(graph) == [nil, 0, 1, 2, 3, 4])
    // The fifth node reads the third one too: two chains meet there.
    graph.connect(nodes[2], to: nodes[4])
    #expect(try links(graph) == [nil, 0, 1, 2, nil, 4])
    graph.disconnect(nodes[2], from: nodes[4])
    // A mixer next to the fourth node, read by the fifth, needs the second before the third begins.
    let mixer = graph.add(.mixer(Mixer(inputs: [2])), name: "mixer")
    graph.connect(nodes[1], to: mixer)
    graph.connect(mixer, to: nodes[4])
    #expect(try links(graph).prefix(6) == [nil, 0, nil, 2, nil, 4])
  }
}
