import TenutoCore
import TenutoMIDI
import TenutoRender
import TestSupport
import Testing

/// A MIDI file that plays into the graph.
struct SongTests {
  /// 120 quarter notes a minute, 480 ticks each: a tick is 50 frames at 48 kHz.
  private static let framesPerTick: Int64 = 50

  /// The output of a song, frame by frame.
  private struct Tape {
    let engine: OfflineEngine
    var events: [SongFrameEvent] = []

    init(_ song: SongInput, frameCount: Int = 256) throws {
      var graph = Graph()
      let node = graph.add(.song(song), name: "song")
      let output = graph.add(.midiOutput, name: "out")
      graph.connectMIDI(node, to: output)
      engine = try OfflineEngine(
        graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: frameCount))
    }

    mutating func run(_ frameCount: Int64) throws {
      var start = engine.reading.sampleTime
      var events = events
      try engine.render(frameCount: frameCount) { cycle in
        for index in 0..<cycle.eventCount {
          let event = cycle.event(index)
          guard case .midi(let ump) = event.payload else { continue }
          events.append(SongFrameEvent(frame: start + Int64(event.frameOffset), ump: ump))
        }
        start += Int64(cycle.frameCount)
      }
      self.events = events
    }
  }

  /// A message of the song at a frame, in MIDI 2.0 protocol.
  private static func event(_ frame: Int64, _ bytes: [UInt8]) throws -> SongFrameEvent {
    let message = try #require(
      MIDI1ChannelMessage(
        status: bytes[0], data1: bytes[1], data2: bytes.count > 2 ? bytes[2] : 0))
    var translator = MIDI1ToMIDI2Translator()
    return SongFrameEvent(
      frame: frame, ump: try #require(translator.translate(message.ump()).array.first))
  }

  private static func file(
    _ tracks: [[(tick: UInt32, bytes: [UInt8])]], end: UInt32
  ) throws -> StandardMIDIFile {
    StandardMIDIFile(
      format: .simultaneous, division: .ticksPerQuarter(480),
      tracks: try tracks.map { events in
        try events.map { tick, bytes in
          let message = try #require(
            MIDI1ChannelMessage(
              status: bytes[0], data1: bytes[1], data2: bytes.count > 2 ? bytes[2] : 0))
          return TrackEvent(tick: tick, message: .channel(message))
        } + [TrackEvent(tick: end, message: .endOfTrack)]
      })
  }

  /// A quarter note each of volume and program changes and notes, and one note that is held at the
  /// end.
  private static func twoBars() throws -> SongInput {
    SongInput(
      Song(
        try file(
          [
            [
              (0, [0xB0, 7, 40]), (0, [0xC0, 5]), (0, [0x90, 60, 100]), (480, [0x80, 60, 64]),
              (960, [0xB0, 7, 80]), (960, [0x90, 64, 100]), (1440, [0x80, 64, 64]),
              (1800, [0x90, 67, 100]),
            ],
            [(240, [0x91, 48, 90]), (720, [0x81, 48, 64])],
          ], end: 1920)))
  }

  @Test(arguments: [1, 100, 256, 1024])
  func everyEventArrivesAtItsFrame(frameCount: Int) throws {
    let song = try Self.twoBars()
    var tape = try Tape(song, frameCount: frameCount)
    try tape.run(100_000)
    let written: [(Int64, [UInt8])] = [
      (0, [0xB0, 7, 40]), (0, [0xC0, 5]), (0, [0x90, 60, 100]), (240, [0x91, 48, 90]),
      (480, [0x80, 60, 64]), (720, [0x81, 48, 64]), (960, [0xB0, 7, 80]),
      (960, [0x90, 64, 100]), (1440, [0x80, 64, 64]), (1800, [0x90, 67, 100]),
    ]
    var expected = try written.map { try Self.event($0 * Self.framesPerTick, $1) }
    // The transport stops at the end, and held notes end there.
    expected.append(try Self.event(1920 * Self.framesPerTick, [0x80, 67, 64]))
    #expect(tape.events == expected)
    #expect(
      tape.engine.transport
        == TransportPosition(frame: 1920 * Self.framesPerTick, isPlaying: false))
  }

  /// Nothing follows it: a file without an end of track ends with its last event.
  @Test(arguments: [1, 256, 1024])
  func eventsAtTheVeryEndArePlayed(frameCount: Int) throws {
    let song = SongInput(
      Song(
        try Self.file(
          [[(0, [0x90, 60, 100]), (480, [0x80, 60, 10]), (480, [0xB0, 7, 80])]], end: 480)))
    var tape = try Tape(song, frameCount: frameCount)
    try tape.run(100_000)
    let end = 480 * Self.framesPerTick
    #expect(
      tape.events == [
        try Self.event(0, [0x90, 60, 100]), try Self.event(end, [0x80, 60, 10]),
        try Self.event(end, [0xB0, 7, 80]),
      ])
  }

  /// Ten thousand controllers a second, followed by a note: offline cycles are long.
  @Test func aDenseSongKeepsAllEventsOnTime() throws {
    let controllers = (0..<9600).map { (UInt32($0) / 10, [UInt8(0xB0), 20, UInt8($0 % 128)]) }
    let file = try Self.file([controllers + [(960, [0x90, 60, 100])]], end: 1000)
    var tape = try Tape(SongInput(Song(file)))
    try tape.run(60_000)
    let expected = try controllers.map { try Self.event(Int64($0.0) * Self.framesPerTick, $0.1) }
    #expect(tape.events.dropLast(2) == expected[...])
    #expect(tape.events.suffix(2).map(\.frame) == [960, 1000].map { $0 * Self.framesPerTick })
  }

  /// A System Exclusive message at the end that is longer than a cycle is complete.
  @Test func aLongMessageAtTheEndIsWhole() throws {
    let data = (0..<60_000).map { UInt8($0 % 127) }
    let file = StandardMIDIFile(
      format: .simultaneous, division: .ticksPerQuarter(480),
      tracks: [[TrackEvent(tick: 480, message: .sysEx(data + [0xF7]))]])
    var tape = try Tape(SongInput(Song(file)))
    try tape.run(400_000)
    #expect(tape.events.count == 10_000)
    #expect(tape.events.first?.frame == 480 * Self.framesPerTick)
  }

  @Test func onlyItsTracksArePlayed() throws {
    var song = try Self.twoBars()
    song.tracks = [1]
    var tape = try Tape(song)
    try tape.run(100_000)
    #expect(tape.events.map(\.ump.channel) == [1, 1])
    #expect(tape.events.map(\.frame) == [240, 720].map { $0 * Self.framesPerTick })
  }

  @Test func itRepeatsWithoutHangingNotes() throws {
    var song = try Self.twoBars()
    song.isLooped = true
    let length = 1920 * Self.framesPerTick
    var tape = try Tape(song)
    try tape.run(3 * length)
    let rounds = (0..<3).map { round in
      tape.events.filter { $0.frame / length == Int64(round) }
    }
    // The first round has no note to end; the others first end the held note.
    let held = try Self.event(0, [0x80, 67, 64]).ump
    #expect(rounds[0].count == 10)
    for (number, round) in rounds.enumerated().dropFirst() {
      #expect(round.first?.ump == held)
      #expect(round.first?.frame == Int64(number) * length)
      let notes = round.filter { $0.ump.opcode == 9 }.map { $0.frame % length }
      #expect(notes == rounds[0].filter { $0.ump.opcode == 9 }.map(\.frame))
    }
  }

  @Test func aJumpEndsNotesAndRestoresControllers() throws {
    var tape = try Tape(try Self.twoBars())
    try tape.run(300 * Self.framesPerTick)  // Both first notes sound.
    let before = tape.events.count
    tape.engine.move(.locate(frame: 1500 * Self.framesPerTick))
    try tape.run(100 * Self.framesPerTick)
    let jump = tape.events[before...]
    #expect(jump.allSatisfy { $0.frame == 300 * Self.framesPerTick })
    let ends = jump.filter { $0.ump.opcode == 8 }.map(\.ump.data1)
    #expect(Set(ends) == [60, 48])
    let settings = jump.filter { $0.ump.opcode == 0xB || $0.ump.opcode == 0xC }.map(\.ump)
    #expect(
      Set(settings)
        == Set(try [[0xB0, 7, 80], [0xC0, 5]].map { try Self.event(0, $0).ump }))
    #expect(jump.count == ends.count + settings.count)
    // And back: the first events are repeated.
    tape.engine.move(.locate(frame: 0))
    let count = tape.events.count
    try tape.run(10 * Self.framesPerTick)
    #expect(tape.events[count...].filter { $0.ump.opcode == 9 }.map(\.ump.data1) == [60])
  }

  @Test func itStopsAndContinues() throws {
    var tape = try Tape(try Self.twoBars())
    try tape.run(300 * Self.framesPerTick)
    tape.engine.move(.stop)
    let before = tape.events.count
    try tape.run(1000)
    #expect(Set(tape.events[before...].map(\.ump.opcode)) == [8])
    #expect(
      tape.engine.transport
        == TransportPosition(frame: 300 * Self.framesPerTick, isPlaying: false))
    tape.engine.move(.play)
    let stopped = tape.events.count
    try tape.run(1700 * Self.framesPerTick)
    // The next event in the song is the end of the first note, 180 ticks after the stop.
    #expect(tape.events[stopped].frame == 480 * Self.framesPerTick + 1000)
    #expect(!tape.engine.transport.isPlaying)
    tape.engine.move(.play)
    let ended = tape.events.count
    try tape.run(256)
    #expect(tape.events[ended...].contains { $0.ump.opcode == 9 && $0.ump.data1 == 60 })
  }

  @Test func kernelsSeeTheSongsTime() throws {
    var graph = Graph()
    var song = try Self.twoBars()
    song.isLooped = true
    _ = graph.add(.song(song), name: "song")
    let clock = graph.add(try Instance(built: "RoutingExtension", "augn time Test"))
    graph.connectOutput(of: clock)
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: 256))
    defer { engine.stop() }
    var beats: [Float] = []
    var tempos: Set<Float> = []
    try engine.render(frameCount: 200_000) { cycle in
      for frame in 0..<cycle.frameCount {
        beats.append(cycle.channel(0)[frame])
        tempos.insert(cycle.channel(1)[frame])
      }
    }
    #expect(tempos == [0.12])
    // A beat is 24 000 frames, four of them a round.
    for frame in stride(from: 0, to: beats.count, by: 997) {
      #expect(abs(beats[frame] - Float(frame % 24_000) / 24_000) < 1e-4, "frame \(frame)")
    }
  }
}
