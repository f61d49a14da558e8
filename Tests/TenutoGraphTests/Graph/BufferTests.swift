import Synchronization
import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

/// Buffers are reused, but never while in use.
struct BufferTests {
  @Test func aChainOfManyNeedsFewBuffers() throws {
    var graph = Graph()
    let (input, output) = graph.addPorts(inputs: 2, outputs: 2)
    var last = input
    for number in 0..<50 {
      let node = graph.add(.mixer(Mixer(inputs: [2])), name: "\(number)")
      graph.connect(last, to: node)
      last = node
    }
    graph.connect(last, to: output)
    let stage = try Stage(graph)
    #expect(stage.graph.state.withLock { $0.plans.last?.bufferCount } == 4)
    stage.render(3)
    #expect(stage.heard[0] == (0..<192).map { Stage.noise(0, $0) })
  }
}
