import Synchronization
import Glibc
import TenutoCore
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender

/// Edits of a playing graph.
struct EditTests {
  /// Two independent chains: the first is audible in channels 0 and 1.
  private struct Pair {
    var graph = Graph()
    let input: Graph.NodeID
    let output: Graph.NodeID
    let steady: Graph.NodeID
    let edited: Graph.NodeID

    init() throws {
      (input, output) = graph.addPorts(inputs: 2, outputs: 2)
      let other = graph.add(.audioOutput(channelCount: 2), name: "Other")
      steady = graph.add(try .faultyEffect())
      edited = graph.add(try .faultyEffect())
      graph.connect(input, to: steady)
      graph.connect(steady, to: output)
      graph.connect(input, to: edited)
      graph.connect(edited, to: other)
    }
  }

  private func halves(_ count: Int, _ gain: Float = 0.5, channel: Int = 0) -> [Float] {
    (0..<count).map { Stage.noise(channel, $0) * gain }
  }

  @Test func commonNodesOfBothGraphsAreNotTouched() throws {
    let pair = try Pair()
    let stage = try Stage(pair.graph)
    stage.render(3)
    try stage.edit { graph in
      let other = graph.nodeIDs[2]
      graph.disconnect(pair.edited, from: other)
      let next = graph.add(try .faultyEffect())
      graph.connect(pair.edited, to: next)
      graph.connect(next, to: other)
    }
    stage.render(4)
    try stage.edit { $0.remove(pair.edited) }
    stage.render(4)
    #expect(stage.heard[0] == halves(stage.frame))
    #expect(stage.heard[1] == halves(stage.frame, channel: 1))
    let later = 5 * 64..<7 * 64
    #expect(Array(stage.heard[2][later]) == Array(halves(7 * 64, 0.25)[later]))
    #expect(stage.heard[2].suffix(64).allSatisfy { $0 == 0 })
    #expect(stage.graph.readings().allSatisfy { $0.misses == 0 })
  }

  @Test func anEditFadesOverSixtyFourFrames() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 1, outputs: 1)
    graph.connect(input, to: output)
    let stage = try Stage(graph, inputCount: 1) { _, _ in 0.75 }
    stage.render(2)
    try stage.edit { $0.disconnect(input, from: output) }
    stage.render(3)
    try stage.edit { $0.connect(input, to: output) }
    stage.render(3)
    #expect(stage.largestStep(0) <= 0.75 / 64 + 1e-6)
    #expect(Array(stage.heard[0][3 * 64..<5 * 64]) == [Float](repeating: 0, count: 128))
    #expect(stage.heard[0].suffix(64).allSatisfy { $0 == 0.75 })
  }

  @Test func aNodeGoesDeeperAndReturns() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let last = graph.add(try .faultyEffect())
    graph.connect(input, to: last)
    graph.connect(last, to: output)
    let stage = try Stage(graph)
    stage.render(2)
    var added: [Graph.NodeID] = []
    for _ in 0..<3 {
      try stage.edit { graph in
        let node = graph.add(try .faultyEffect())
        let before = added.last ?? input
        graph.disconnect(before, from: last)
        graph.connect(before, to: node)
        graph.connect(node, to: last)
        added.append(node)
      }
      stage.render(3)
    }
    let deep = stage.frame
    stage.render(1)
    #expect(Array(stage.heard[0][deep...]) == Array(halves(stage.frame, 1 / 16)[deep...]))
    try stage.edit { graph in
      for node in added { graph.remove(node) }
      graph.connect(input, to: last)
    }
    stage.render(3)
    let shallow = stage.frame
    stage.render(2)
    #expect(Array(stage.heard[0][shallow...]) == Array(halves(stage.frame)[shallow...]))
    #expect(stage.graph.readings().allSatisfy { $0.misses == 0 })
  }

  @Test func aRemovedInstanceIsDeallocatedAndReported() throws {
    let pair = try Pair()
    let stage = try Stage(pair.graph)
    stage.render()
    let instance = try #require(stage.graph.graph[pair.edited]?.instance)
    var edited = stage.graph.graph
    edited.remove(pair.edited)
    let left = Locked<[ObjectIdentifier]>([])
    try stage.graph.update(edited, waits: false) { gone in
      left.withLock { $0.append(ObjectIdentifier(gone)) }
    }
    stage.render(2)
    #expect(eventually { left.withLock { $0 } == [ObjectIdentifier(instance)] })
    #expect(instance.process.exit == nil)
    #expect(stage.graph.instances.count == 1)
  }

  @Test func anEditThatWasNotTakenIsPutTogetherWithTheNext() throws {
    let pair = try Pair()
    let stage = try Stage(pair.graph)
    stage.render(2)
    let other = pair.graph.nodeIDs[2]
    var middle: Graph.NodeID?
    try stage.edit { graph in
      let node = graph.add(try .faultyEffect())
      graph.disconnect(pair.edited, from: other)
      graph.connect(pair.edited, to: node)
      graph.connect(node, to: other)
      middle = node
    }
    let node = try #require(middle)
    try stage.edit { graph in
      graph.remove(node)
      graph.connect(pair.edited, to: other)
    }
    stage.render(3)
    #expect(stage.heard[2] == halves(stage.frame))
    #expect(eventually { stage.graph.state.withLock { $0.plans.count } == 1 })
  }

  @Test func anEditDuringAFaultHarmsNoOtherNode() throws {
    let pair = try Pair()
    let stage = try Stage(pair.graph)
    stage.render(3)
    let victim = try #require(stage.graph.graph[pair.edited]?.instance)
    kill(victim.process.identifier, SIGKILL)
    #expect(eventually { victim.process.exit != nil })
    try stage.edit { graph in
      let node = graph.add(try .faultyEffect())
      graph.connect(pair.edited, to: node)
    }
    stage.render(4)
    try stage.graph.replace(pair.edited, with: try .faultyEffect())
    try stage.edit { $0.disconnect(pair.edited, from: pair.graph.nodeIDs[2]) }
    stage.render(2)
    try stage.edit { $0.connect(pair.edited, to: pair.graph.nodeIDs[2]) }
    stage.render(4)
    let settled = stage.frame
    stage.render(2)
    #expect(stage.heard[0] == halves(stage.frame))
    #expect(Array(stage.heard[2][settled...]) == Array(halves(stage.frame)[settled...]))
  }

  @Test func aNamedNodeKeepsItsReplacement() throws {
    let pair = try Pair()
    let stage = try Stage(pair.graph)
    stage.render(2)
    let new = try Instance.faultyEffect()
    try stage.graph.replace(pair.edited, with: new)
    stage.render(3)
    // The caller's graph contains only the first instance.
    var stale = pair.graph
    stale.rename(pair.edited, "Other")
    try stage.graph.update(stale, waits: false)
    stage.render(3)
    #expect(stage.graph.graph[pair.edited]?.instance === new)
    #expect(stage.heard[0] == halves(stage.frame))
  }

  @Test func aPlaceholderIsReplaced() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let code: ComponentCode = "aufx falt Test"
    let place = graph.add(
      .placeholder(Placeholder(code, name: "Half", layout: BusLayout(inputs: [2], outputs: [2]))),
      name: "Half")
    graph.connect(input, to: place)
    graph.connect(place, to: output)
    let stage = try Stage(graph)
    stage.render(2)
    #expect(stage.heard[0] == halves(stage.frame, 1))
    try stage.edit { $0.replace(place, with: .instance(try .faultyEffect())) }
    stage.render(3)
    let settled = stage.frame
    stage.render(2)
    #expect(Array(stage.heard[0][settled...]) == Array(halves(stage.frame)[settled...]))
  }
}
