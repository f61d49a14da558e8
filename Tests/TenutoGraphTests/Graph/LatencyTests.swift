import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

/// Joined signals have the same latency, to the frame.
struct LatencyTests {
  private func noise(_ frames: Range<Int>, by gain: Float, later: Int) -> [Float] {
    frames.map { $0 < later ? 0 : Stage.noise(0, $0 - later) * gain }
  }

  @Test func parallelPathsWaitForALateNode() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let late = graph.add(try .late())
    graph.connect(input, to: late)
    graph.connect(late, to: output)
    graph.connect(input, to: output)
    let stage = try Stage(graph)
    stage.render(4)
    #expect(stage.graph.latencyToOutput == 37)
    #expect(stage.heard[0] == noise(0..<stage.frame, by: 1.5, later: 37))
    // Another latency after it: 74 frames, for which the delay must grow.
    var second: Graph.NodeID?
    try stage.edit { graph in
      let node = graph.add(try .late())
      graph.disconnect(late, from: output)
      graph.connect(late, to: node)
      graph.connect(node, to: output)
      second = node
    }
    stage.render(8)
    #expect(stage.graph.latencyToOutput == 74)
    let frames = stage.frame - 128..<stage.frame
    #expect(Array(stage.heard[0][frames]) == noise(frames, by: 1.25, later: 74))
    let node = try #require(second)
    try stage.edit { graph in
      graph.remove(late)
      graph.remove(node)
    }
    stage.render(4)
    #expect(stage.graph.latencyToOutput == 0)
    let last = stage.frame - 64..<stage.frame
    #expect(Array(stage.heard[0][last]) == noise(last, by: 1, later: 0))
  }

  @Test func aPeriodLaterCountsAsWell() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let half = graph.add(try .faultyEffect())
    graph.connect(input, to: half)
    graph.connect(half, to: output)
    graph.connect(input, to: output)
    let stage = try Stage(graph)
    stage.render(2)
    stage.graph.setTiming(.onePeriodLater, node: half)
    #expect(stage.graph.latencyToOutput == 64)
    stage.render(6)
    let frames = stage.frame - 128..<stage.frame
    #expect(Array(stage.heard[0][frames]) == noise(frames, by: 1.5, later: 64))
    stage.graph.setTiming(.sameCycle, node: half)
    stage.render(6)
    let last = stage.frame - 128..<stage.frame
    #expect(Array(stage.heard[0][last]) == noise(last, by: 1.5, later: 0))
  }

  @Test func aDelayThatBeginsHasNoGap() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    graph.connect(input, to: output)
    let stage = try Stage(graph) { _, _ in 0.5 }
    stage.render(2)
    try stage.edit { graph in
      let late = graph.add(try .late())
      graph.connect(input, to: late)
      graph.connect(late, to: output)
    }
    stage.render(6)
    // It returns at once, only delayed; after two fades the slopes add up.
    #expect(stage.largestStep(0) <= 2 * 0.75 / 64)
    #expect(stage.heard[0].suffix(64).allSatisfy { $0 == 0.75 })
    #expect(stage.heard[0][3 * 64..<4 * 64].allSatisfy { $0 > 0 })
  }

  @Test func aLatencyThatChangesWhilePlayingIsFollowed() throws {
    let instance = try Instance.varying()
    let (graph, node) = Self.sideBySide(instance)
    let stage = try Stage(graph)
    stage.render(4)
    #expect(stage.heard[0] == noise(0..<stage.frame, by: 2, later: 37))
    for (number, frames) in [300, 5, 0, 64, 200].enumerated() {
      // The last one while its input is passed through instead.
      if number == 4 { stage.graph.setBypass(true, node: node) }
      try change(instance, to: frames, on: stage)
      let last = stage.frame - 256..<stage.frame
      #expect(Array(stage.heard[0][last]) == noise(last, by: 2, later: frames), "\(frames)")
    }
    stage.graph.setBypass(false, node: node)
    stage.render(16)
    let last = stage.frame - 256..<stage.frame
    #expect(Array(stage.heard[0][last]) == noise(last, by: 2, later: 200))
    #expect(instance.renderMemory != nil)
  }

  @Test(arguments: [false, true])
  func aLatencyThatChangesDoesNotClick(isBypassed: Bool) throws {
    let instance = try Instance.varying()
    let (graph, node) = Self.sideBySide(instance)
    // The stored input covers the longest cycle.
    let stage = try Stage(graph, frameCount: 512) { _, _ in 0.5 }
    stage.render(4)
    stage.graph.setBypass(isBypassed, node: node)
    stage.render(4)
    let start = stage.frame
    for frames in [300, 5, 64] { try change(instance, to: frames, on: stage) }
    // Both paths fade at most, each by its half of the level.
    #expect(stage.largestStep(0, from: start) <= 2 * 0.5 / 64 + 1e-6)
    #expect(stage.heard[0].suffix(64).allSatisfy { $0 == 1 })
  }

  /// A path through an instance next to one without.
  private static func sideBySide(_ instance: Instance) -> (Graph, Graph.NodeID) {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    let node = graph.add(instance)
    graph.connect(input, to: node)
    graph.connect(node, to: output)
    graph.connect(input, to: output)
    return (graph, node)
  }

  /// Renders until the latencies match the instance's new latency.
  private func change(_ instance: Instance, to frames: Int, on stage: Stage) throws {
    try instance.set(1, to: Float(frames))
    #expect(eventually { stage.graph.latencyToOutput == frames })
    stage.render(24)
    stage.graph.takeHandoff()
  }
}
