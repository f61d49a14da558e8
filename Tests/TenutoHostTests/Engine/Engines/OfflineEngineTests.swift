import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

struct OfflineEngineTests {
  /// A second of overlapping notes, at times that are not multiples of any cycle.
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

  /// An engine in which an instance plays the song.
  private static func engine(_ instance: Instance, frameCount: Int = 64) throws -> OfflineEngine {
    var graph = Graph(chain: [instance])
    graph.add(song(), playing: graph.nodeIDs[0])
    return try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: frameCount))
  }

  private func sound(
    frameCount: Int, tail: Int64 = 1000, _ instance: () throws -> Instance = { try .sine() }
  ) throws -> [UInt32] {
    let (instance, song) = (try instance(), Self.song())
    try instance.set(0, to: 0.75)
    let count = Int64((song.duration * 48000).rounded(.up)) + tail
    var bits: [UInt32] = []
    try Self.engine(instance, frameCount: frameCount).render(frameCount: count) {
      output throws(HostError) in
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

  @Test func theTailHasTheRequestedLength() throws {
    let short = try sound(frameCount: 64, tail: 0)
    let long = try sound(frameCount: 64, tail: 12345)
    #expect(long.count == short.count + 12345)
    #expect(Array(long.prefix(short.count)) == short)
  }

  @Test func anExtensionThatEndsStopsTheWorkAndIsNamed() {
    // Parameter 0 with 0.75 is harmless; 12 aborts.
    expectError(
      .extensionDied,
      "Faulty ('aumu falt Test') was ended by SIGABRT (signal 6); its last lines: the oscillator"
    ) {
      let instance = try Instance.faulty()
      let engine = try Self.engine(instance)
      _ = engine.schedule(
        .parameter(address: 0, value: 12), to: engine.graph.nodeIDs[0], at: .immediately,
        originator: nil)
      return try engine.render(frameCount: 48000) { _ in }
    }
  }

  @Test func anErrorOfTheSinkEndsTheWork() throws {
    let engine = try Self.engine(try .sine())
    expectError(.fileWriteFailed, "the disk is full") {
      try engine.render(frameCount: 48000) { _ throws(HostError) in
        throw HostError(.fileWriteFailed, "the disk is full")
      }
    }
  }
}
