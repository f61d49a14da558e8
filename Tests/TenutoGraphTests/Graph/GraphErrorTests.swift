import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSystem

/// Errors name the mismatch.
struct GraphErrorTests {
  private func mixer(_ graph: inout Graph, _ name: String) -> Graph.NodeID {
    graph.add(.mixer(Mixer(inputs: [2, 2])), name: name)
  }

  @Test func aCircleNamesItsWay() {
    var graph = Graph()
    let nodes = ["a", "b", "c"].map { mixer(&graph, $0) }
    for (source, destination) in [(0, 1), (1, 2), (2, 0)] {
      graph.connect(nodes[source], to: nodes[destination])
    }
    expectError(.graphInvalid, "A cycle: a → b → c → a") { () throws(HostError) in
      try Schedule(graph)
    }
  }

  @Test func aMissingBusIsReportedWithBothEnds() {
    var graph = Graph()
    let (a, b) = (mixer(&graph, "a"), mixer(&graph, "b"))
    graph.connect(a, to: b, inputBus: 2)
    expectError(.graphInvalid, "output bus 0 of a → input bus 2 of b: b has 2 input busses") {
      () throws(HostError) in try Schedule(graph)
    }
  }

  @Test func midiToANodeWithoutInputNamesBothEnds() {
    var graph = Graph()
    let keys = graph.add(.midiInput, name: "Keys")
    let a = mixer(&graph, "a")
    graph.connectMIDI(keys, to: a)
    expectError(.graphInvalid, "MIDI of Keys → a: the destination has no MIDI input") {
      () throws(HostError) in try Schedule(graph)
    }
  }

  @Test func aMissingNodeIsNamed() {
    var graph = Graph()
    let a = mixer(&graph, "a")
    var other = graph
    let b = mixer(&other, "b")
    graph.connect(a, to: b)
    expectError(.graphInvalid, "a → node 1: node 1 is not in the graph") {
      () throws(HostError) in try Schedule(graph)
    }
  }

  @Test func aMixerHasBounds() {
    var graph = Graph()
    _ = graph.add(.mixer(Mixer(inputs: [2, 3])), name: "a")
    expectError(.graphInvalid, "a has a bus of 3 channels; 1 to 2 are possible") {
      () throws(HostError) in try Schedule(graph)
    }
    graph = Graph()
    _ = graph.add(.mixer(Mixer(inputs: [Int](repeating: 1, count: 65))), name: "a")
    expectError(.graphInvalid, "a has 65 input busses; a mixer has at most 64") {
      () throws(HostError) in try Schedule(graph)
    }
  }

  @Test func channelsOfTheEngineAreBounded() {
    var graph = Graph()
    _ = graph.add(.audioOutput(channelCount: 2), name: "A")
    _ = graph.add(.audioOutput(channelCount: 3), name: "B")
    expectError(
      .graphInvalid, "B: no channels are left; the engine puts out 4, 5 are needed"
    ) { () throws(HostError) in
      try Stage(graph)
    }
  }

  @Test func anEditThatDoesNotFitChangesNothing() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    graph.connect(input, to: output)
    let stage = try Stage(graph)
    stage.render()
    var wrong = graph
    let a = mixer(&wrong, "a")
    wrong.connect(a, to: a)
    expectError(.graphInvalid, "A cycle: a → a") { () throws(HostError) in
      try stage.graph.update(wrong, waits: false)
    }
    stage.render(2)
    #expect(stage.heard[0] == (0..<192).map { Stage.noise(0, $0) })
    #expect(stage.graph.graph.nodes.count == 2)
  }
}
