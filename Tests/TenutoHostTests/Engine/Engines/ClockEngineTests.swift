import TenutoHost
import TenutoMIDI
import TestSupport
import Testing

struct ClockEngineTests {
  @Test func theClockPlaysUntilItIsStopped() throws {
    let graph = Graph(chain: [try .sine()])
    let prepared = try PreparedGraph(
      graph, format: ClockEngine.format(sampleRate: 48000, frameCount: 256))
    let song = Song(
      StandardMIDIFile(format: .singleTrack, division: .ticksPerQuarter(480), tracks: [[]]))
    let engine = try ClockEngine(
      prepared, song: song, player: graph.nodeIDs[0], tailFrames: 1024)
    #expect(eventually { engine.reading.isFinished })
    #expect(eventually { engine.reading.cycles > 10 })
    engine.stop()
    let reading = engine.reading
    #expect(reading.sampleTime == Int64(reading.cycles) * 256)
    prepared.release()
    let after = prepared.readings()[0]
    #expect(after.cycles + after.misses == reading.cycles)
  }
}
