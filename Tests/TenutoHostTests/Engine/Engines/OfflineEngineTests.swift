import TenutoCore
import TenutoHost
import TenutoMIDI
import TestSupport
import Testing

struct OfflineEngineTests {
  /// A second of notes that overlap, at times that are no multiples of any cycle.
  private static func song() -> Song {
    var track: [TrackEvent] = []
    for index in 0..<40 as Range<UInt32> {
      let note = UInt8(50 + index % 24)
      for (bytes, tick) in [([0x90, note, 100], index * 23), ([0x80, note, 0], index * 23 + 31)]
        as [([UInt8], UInt32)]
      {
        guard
          let message = MIDI1ChannelMessage(
            status: bytes[0], data1: bytes[1], data2: bytes[2])
        else {
          continue
        }
        track.append(TrackEvent(tick: tick, message: .channel(message)))
      }
    }
    track.sort { $0.tick < $1.tick }
    return Song(
      StandardMIDIFile(
        format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track]))
  }

  private func sound(
    frameCount: Int, tail: Int64 = 1000, _ instance: () throws -> Instance = { try .sine() }
  ) throws -> [UInt32] {
    let graph = Graph(chain: [try instance()])
    let prepared = try PreparedGraph(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: frameCount))
    let engine = OfflineEngine(prepared)
    var bits: [UInt32] = []
    let count = try engine.render(
      Self.song(), player: graph.nodeIDs[0],
      settings: [ParameterSetting(node: graph.nodeIDs[0], address: 0, value: 0.75)],
      tailFrames: tail
    ) { output throws(HostError) in
      let span = output.channel(0)
      for frame in 0..<output.frameCount { bits.append(span[frame].bitPattern) }
    }
    #expect(count == Int64(bits.count))
    return bits
  }

  @Test func theSameSongIsTheSameBitForBit() throws {
    let first = try sound(frameCount: 256)
    #expect(first.contains { $0 != 0 })
    #expect(try sound(frameCount: 256) == first)
  }

  @Test(arguments: [1, 64, 1000, 1024, 8192])
  func theLengthOfACallDoesNotChangeTheSound(frameCount: Int) throws {
    #expect(try sound(frameCount: frameCount) == sound(frameCount: 256))
  }

  @Test func theTailIsAsLongAsAskedFor() throws {
    let short = try sound(frameCount: 64, tail: 0)
    let long = try sound(frameCount: 64, tail: 12345)
    #expect(long.count == short.count + 12345)
    #expect(Array(long.prefix(short.count)) == short)
  }

  @Test func anExtensionThatEndsStopsTheWorkAndIsNamed() {
    // Parameter 0 with 0.75 does no harm; 12 aborts.
    expectError(
      .extensionDied,
      "Faulty ('aumu falt Test') was ended by SIGABRT (signal 6); its last lines: the oscillator"
    ) {
      let graph = Graph(chain: [try .faulty()])
      let prepared = try PreparedGraph(
        graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: 64))
      return try OfflineEngine(prepared).render(
        Self.song(), player: graph.nodeIDs[0],
        settings: [ParameterSetting(node: graph.nodeIDs[0], address: 0, value: 12)],
        tailFrames: 0
      ) { _ in }
    }
  }

  @Test func anErrorOfTheSinkEndsTheWork() throws {
    let graph = Graph(chain: [try .sine()])
    let prepared = try PreparedGraph(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: 64))
    expectError(.fileWriteFailed, "the disk is full") {
      try OfflineEngine(prepared).render(
        Self.song(), player: graph.nodeIDs[0], tailFrames: 0
      ) { _ throws(HostError) in throw HostError(.fileWriteFailed, "the disk is full") }
    }
  }
}
