import Foundation
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// When things happen: scheduled events, ramps, and the music's own time.
struct TimeTests {
  private func level() throws -> (Rig, Graph.NodeID) {
    let graph = Graph(chain: [try .routing("aumu levl Test")])
    return (try Rig(graph), graph.nodeIDs[0])
  }

  @Test(arguments: [64, 65, 100, 127, 128, 300] as [Int64])
  func aScheduledEventHappensAtItsFrame(time: Int64) throws {
    let (rig, node) = try level()
    rig.render()
    #expect(rig.graph.sampleTime == 64)
    #expect(
      rig.graph.schedule(.parameter(address: 0, value: 0.5), to: node, at: .sampleTime(time)))
    let samples = (0..<5).flatMap { _ in rig.render() }
    let expected = (64..<384).map { $0 < time ? Float(0) : 0.5 }
    #expect(samples == expected)
  }

  @Test func eventsComeInTheOrderOfTimeHoweverTheyAreScheduled() throws {
    let (rig, node) = try level()
    for frame in (0..<256).reversed() {
      let value = Float(frame) / 256
      #expect(
        rig.graph.schedule(
          .parameter(address: 0, value: value), to: node, at: .sampleTime(Int64(frame))))
    }
    let samples = (0..<4).flatMap { _ in rig.render() }
    #expect(samples == (0..<256).map { Float($0) / 256 })
  }

  @Test func aPastTimeIsTheFirstFrameAndFullnessIsSaid() throws {
    let (rig, node) = try level()
    rig.render()
    #expect(rig.graph.schedule(.parameter(address: 0, value: 0.25), to: node, at: .sampleTime(3)))
    #expect(rig.graph.schedule(.parameter(address: 0, value: 0.75), to: node, at: .immediately))
    // Earlier times come first: the immediate one, then the one of frame 3.
    #expect(rig.render() == [Float](repeating: 0.25, count: 64))
    let payload = TimedEvent.Payload.parameter(address: 0, value: 1)
    var count = 0
    while rig.graph.schedule(payload, to: node, at: .sampleTime(1_000_000)), count < 10_000 {
      count += 1
    }
    #expect(count == 4096)
  }

  @Test func severalThreadsScheduleAtOnce() throws {
    let (rig, node) = try level()
    let graph = rig.graph
    let threads = (0..<4).map { thread in
      TestThread {
        for number in 0..<100 {
          let payload = note(UInt8(20 + thread), isOn: number % 2 == 0)
          _ = graph.schedule(payload, to: node, at: .sampleTime(Int64(number)))
        }
        _ = graph.schedule(note(100), to: node, at: .immediately)
      }
    }
    var samples: [Float] = []
    for _ in 0..<20 { samples += rig.render() }
    for thread in threads { #expect(thread.join()) }
    for _ in 0..<5 { samples += rig.render() }
    #expect(samples.last == 1)  // four notes of a quarter each
  }

  @Test func aRampGoesStraightThroughManyCycles() throws {
    let (rig, node) = try level()
    rig.send(.ramp(address: 0, value: 1, frameCount: 256), at: 10, to: node)
    let samples = (0..<5).flatMap { _ in rig.render() }
    for frame in 0..<320 {
      let expected = Float(min(max(0, frame - 9), 256)) / 256
      #expect(abs(samples[frame] - expected) < 1e-6, "frame \(frame)")
    }
  }

  /// A file with many tempos and meters, and a last event far behind.
  private func file(_ seed: UInt64, changes: Int, spacing: ClosedRange<UInt32>) -> StandardMIDIFile
  {
    var random = SeededRandom(seed: seed)
    var track: [TrackEvent] = []
    var tick: UInt32 = 0
    for number in 0..<changes {
      let tempo = UInt32.random(in: 200_000...1_200_000, using: &random)
      let bytes = [UInt8(tempo >> 16), UInt8(tempo >> 8 & 0xFF), UInt8(tempo & 0xFF)]
      track.append(TrackEvent(tick: tick, message: .meta(type: 0x51, data: bytes)))
      if number % 5 == 0 {
        track.append(TrackEvent(tick: tick, message: .meta(type: 0x58, data: [3, 2, 24, 8])))
      }
      tick += UInt32.random(in: spacing, using: &random)
    }
    track.append(TrackEvent(tick: tick, message: .endOfTrack))
    return StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
  }

  @Test(
    arguments: [(1, 60, 100...700, 64), (2, 3000, 1...2, 1024)]
      as [(UInt64, Int, ClosedRange<UInt32>, Int)])
  func kernelsSeeTheTempoMapAtEveryFrame(
    seed: UInt64, changes: Int, spacing: ClosedRange<UInt32>, frameCount: Int
  ) throws {
    let file = file(seed, changes: changes, spacing: spacing)
    let map = TempoMap(file)
    var graph = Graph(chain: [try .routing("augn time Test")])
    let song = Song(file)
    _ = graph.add(.song(SongInput(song)), name: "song")
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: frameCount))
    var beats: [Float] = []
    var tempos: [Float] = []
    let count = Int64((song.duration * 48000).rounded(.up)) + 100
    try engine.render(frameCount: count) { cycle throws(HostError) in
      let left = cycle.channel(0)
      let right = cycle.channel(1)
      for frame in 0..<cycle.frameCount {
        beats.append(left[frame])
        tempos.append(right[frame])
      }
    }
    let end = beats.count - 100
    let starts = map.tempos.map { map.seconds(atTick: $0.tick) * 48000 }
    var (wrong, current) = (0, 0)
    for frame in 0..<end {
      let tick = map.tick(atSeconds: Double(frame) / 48000)
      let beat = tick / 480
      // Beats wrap around: 0.9999999 and 0 are neighbours.
      let distance = abs(Double(beats[frame]) - (beat - beat.rounded(.down)))
      if min(distance, 1 - distance) > 2e-6 { wrong += 1 }
      while current + 1 < starts.count, starts[current + 1] <= Double(frame) + 1e-6 { current += 1 }
      let tempo = map.tempos[current].beatsPerMinute
      if abs(Double(tempos[frame]) * 1000 - tempo) > 1e-3 { wrong += 1 }
    }
    #expect(wrong == 0, "\(wrong) of \(end) frames")
    #expect(tempos[..<end].allSatisfy { $0 > 0 })
    #expect(tempos[end...].allSatisfy { $0 < 0 })
  }
}
