import TenutoCore
import TenutoHost
import TenutoMIDI
import Testing
import TestSupport

/// The transport's state, as a kernel sees it.
struct TransportTests {
  @Test(
    arguments: [(false, nil), (true, nil), (false, 2..<6), (true, 1.5..<32)]
      as [(Bool, Range<Double>?)])
  func recordingAndLoopReachAKernel(isRecording: Bool, loop: Range<Double>?) throws {
    let graph = Graph(chain: [try .routing("augn trns Test")])
    let prepared = try PreparedGraph(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: 64))
    var timeline = MusicalTimeline()
    timeline.isRecording = isRecording
    timeline.loop = loop
    let file = StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480),
      tracks: [[TrackEvent(tick: 4800, message: .endOfTrack)]])
    var states: [Float] = []
    var loops: [Float] = []
    _ = try OfflineEngine(prepared).render(
      Song(file), player: graph.nodeIDs[0], timeline: timeline, tailFrames: 1000
    ) { cycle throws(HostError) in
      for frame in 0..<cycle.frameCount {
        states.append(cycle.channel(0)[frame])
        loops.append(cycle.channel(1)[frame])
      }
    }
    let end = states.count - 1000
    let looping: Float = loop == nil ? 0 : 4
    // At the end it stands, and nothing is recorded; the loop stays.
    #expect(states[..<end].allSatisfy { $0 == 1 + (isRecording ? 2 : 0) + looping })
    #expect(states[end...].allSatisfy { $0 == looping })
    let expected = loop.map { Float($0.lowerBound + $0.upperBound / 100) } ?? 0
    #expect(loops.allSatisfy { $0 == expected })
  }
}
