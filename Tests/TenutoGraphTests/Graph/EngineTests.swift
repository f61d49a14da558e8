import Synchronization
import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender

/// An engine that plays a graph during edits.
struct EngineTests {
  @Test func aClockPlaysTheEditedGraph() throws {
    var graph = Graph()
    let mixer = graph.add(.mixer(Mixer(inputs: [2])), name: "Mixer")
    let output = graph.add(.audioOutput(channelCount: 2), name: "Out")
    graph.connect(mixer, to: output)
    let engine = try ClockEngine(
      graph, format: ClockEngine.format(sampleRate: 48000, frameCount: 256))
    #expect(eventually { engine.reading.cycles > 3 })
    var edited = engine.graph
    let source = edited.add(try .faulty())
    edited.connect(source, to: mixer)
    try engine.update(edited)
    #expect(eventually { engine.readings()[mixer]?.peak == 0.5 })
    #expect(engine.schedule(.parameter(address: 0, value: -90), to: mixer, at: .immediately))
    #expect(eventually { engine.readings()[output]?.peak == 0 })
    let instance = engine.slot(of: source).instance
    var smaller = engine.graph
    smaller.remove(source)
    try engine.update(smaller)
    #expect(instance.setup.withLock { !$0.isAllocated })
    #expect(engine.readings().count == 2)
    engine.stop()
    instance.terminate()
  }

  @Test func aNodeWithoutRoomDelaysNoOther() throws {
    var graph = Graph()
    let level = graph.add(try Instance(built: "RoutingExtension", "aumu levl Test"))
    let flooded = graph.add(try Instance(built: "RoutingExtension", "aumu levl Test"))
    graph.connectOutput(of: level)
    let stage = try Stage(graph)
    for _ in 0..<3500 {
      _ = stage.graph.schedule(.parameter(address: 0, value: 0), to: flooded, at: .immediately)
    }
    #expect(
      stage.graph.schedule(.parameter(address: 0, value: 0.5), to: level, at: .immediately))
    stage.render()
    #expect(stage.heard[0] == [Float](repeating: 0.5, count: 64))
    stage.render()
    #expect(stage.graph.readings().allSatisfy { $0.lostEvents == 0 })
  }

  @Test func eventsForARemovedNodeReachNoOther() throws {
    var graph = Graph()
    let first = graph.add(try Instance(built: "RoutingExtension", "aumu levl Test"))
    graph.connectOutput(of: first)
    let stage = try Stage(graph)
    stage.render()
    #expect(
      stage.graph.schedule(.parameter(address: 0, value: 1), to: first, at: .sampleTime(640)))
    try stage.edit { $0.remove(first) }
    stage.render(2)
    #expect(eventually { stage.graph.state.withLock { $0.slots.isEmpty } })
    try stage.edit { graph in
      let second = graph.add(try Instance(built: "RoutingExtension", "aumu levl Test"))
      graph.connectOutput(of: second)
    }
    stage.render(12)
    #expect(stage.heard[0].suffix(64).allSatisfy { $0 == 0 })
  }
}
