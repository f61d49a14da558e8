import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSystem

struct ScheduleTests {
  /// A graph of `count` nodes with connections between pairs of numbers; all nodes are the same
  /// instance, which a schedule allows.
  private func schedule(
    _ count: Int, _ connections: [(Int, Int)], instances: [Instance]
  ) throws(HostError) -> Schedule {
    var graph = Graph()
    let nodes = (0..<count).map { graph.add(instances[$0 % instances.count]) }
    for (source, destination) in connections {
      graph.connect(nodes[source], to: nodes[destination])
    }
    return try Schedule(graph)
  }

  @Test func levelsAreInTheOrderOfFlow() throws {
    // 4 -> 3 -> 0, 2 -> 0, 1 alone
    let schedule = try schedule(
      5, [(4, 3), (3, 0), (2, 0)], instances: [Instance.faultyEffect()])
    #expect(schedule.extensions == [[1, 2, 4], [3], [0]])
    #expect(schedule.entries.map(\.level) == [2, 0, 0, 1, 0])
    #expect(schedule.entries[0].inputs[0].map(\.node) == [3, 2])
    #expect(schedule.entries[3].inputs[0].map(\.node) == [4])
  }

  @Test func anEmptyGraphIsSilent() throws {
    #expect(try Rig(Graph()).render() == [Float](repeating: 0, count: 64))
  }

  @Test func aCircleNamesItsWay() throws {
    let instances = [
      try Instance.sine(), try Instance.faultyEffect(),
      try Instance(built: "FaultyExtension", "aufx wire Test"),
    ]
    expectError(.graphInvalid, "A cycle: Half → Wire → Half") {
      try schedule(3, [(0, 1), (1, 2), (2, 1)], instances: instances)
    }
    expectError(.graphInvalid, "A cycle: Sine → Sine") {
      try schedule(1, [(0, 0)], instances: instances)
    }
  }

  @Test func sixtyThreeDepthsArePossibleAndNoMore() throws {
    let instance = try Instance.faultyEffect()
    let chain = (0..<63).map { ($0, $0 + 1) }
    #expect(
      try schedule(63, Array(chain.prefix(62)), instances: [instance]).extensions.count == 63)
    expectError(.graphInvalid, "A chain of 64 extensions is too long; 63 are possible") {
      try schedule(64, chain, instances: [instance])
    }
  }

  @Test func aDiamondAddsUpBothWays() throws {
    var graph = Graph()
    let source = graph.add(try .faulty())
    let sides = [graph.add(try .faultyEffect()), graph.add(try .faultyEffect())]
    let end = graph.add(try .faultyEffect())
    for side in sides {
      graph.connect(source, to: side)
      graph.connect(side, to: end)
    }
    graph.connect(source, to: end)
    graph.connectOutput(of: end)
    graph.connectOutput(of: source)
    let rig = try Rig(graph)
    // (0.25 + 0.25 + 0.5) / 2, and the source itself
    #expect(rig.render() == [Float](repeating: 1, count: 64))
    #expect(rig.mix(channel: 1) == [Float](repeating: -1, count: 64))
  }

  @Test func inputFlowsThroughTheGraph() throws {
    var graph = Graph()
    let node = graph.add(try .faultyEffect())
    graph.connectInput(to: node)
    graph.connectOutput(of: node)
    let rig = try Rig(graph, inputChannelCount: 1)
    rig.setInput(0.75, frameCount: 64, channel: 0)
    #expect(rig.render() == [Float](repeating: 0.375, count: 64))
    #expect(rig.mix(channel: 1) == [Float](repeating: 0, count: 64))
  }

  @Test func aMonoNodePlaysInBothChannels() throws {
    var graph = Graph()
    let source = graph.add(try .faulty())
    let wire = graph.add(try Instance(built: "FaultyExtension", "aufx wire Test"))
    graph.connect(source, to: wire)
    graph.connectOutput(of: wire)
    let rig = try Rig(graph)
    #expect(rig.render() == [Float](repeating: 0.5, count: 64))
    #expect(rig.mix(channel: 1) == [Float](repeating: 0.5, count: 64))
  }
}
