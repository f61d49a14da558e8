import TenutoCore
import TenutoRender
import TenutoSystem
import Testing
import TestSupport

/// The transport's state in a kernel.
struct TransportTests {
  @Test(
    arguments: [(false, nil), (true, nil), (false, 2..<6), (true, 1.5..<8)]
      as [(Bool, Range<Double>?)])
  func recordingAndLoopReachAKernel(isRecording: Bool, loop: Range<Double>?) throws {
    var graph = Graph(chain: [try .routing("augn trns Test")])
    var timeline = MusicalTimeline()
    timeline.isRecording = isRecording
    timeline.loop = loop
    timeline.duration = 5
    graph.timeline = timeline
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: 64))
    var states: [Float] = []
    var loops: [Float] = []
    try engine.render(frameCount: 241_000) { cycle throws(HostError) in
      for frame in 0..<cycle.frameCount {
        states.append(cycle.channel(0)[frame])
        loops.append(cycle.channel(1)[frame])
      }
    }
    let end = states.count - 1000
    let playing: Float = 1 + (isRecording ? 2 : 0) + (loop == nil ? 0 : 4)
    #expect(states[..<end].allSatisfy { $0 == playing })
    // At the end it stops, and nothing is recorded; a loop has no end.
    #expect(states[end...].allSatisfy { $0 == (loop == nil ? 0 : playing) })
    let expected = loop.map { Float($0.lowerBound + $0.upperBound / 100) } ?? 0
    #expect(loops.allSatisfy { $0 == expected })
  }
}
