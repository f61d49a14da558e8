import TenutoRender
import TestSupport
import Testing

struct ClockEngineTests {
  @Test func theClockPlaysUntilItIsStopped() throws {
    let graph = Graph(chain: [try .sine()])
    let engine = try ClockEngine(
      graph, format: ClockEngine.format(sampleRate: 48000, frameCount: 256))
    #expect(eventually { engine.reading.cycles > 10 })
    engine.stop()
    let reading = engine.reading
    #expect(reading.sampleTime == Int64(reading.cycles) * 256)
    let after = try #require(engine.readings()[graph.nodeIDs[0]])
    #expect(after.cycles + after.misses == reading.cycles)
  }
}
