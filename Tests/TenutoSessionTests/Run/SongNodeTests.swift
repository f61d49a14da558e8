import Foundation
import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSession
@testable import TenutoSystem

/// MIDI files in a session: played with the transport, by tracks and channels, and their errors.
@Suite struct SongNodeTests {
  private let folder: RunFolder

  init() throws {
    folder = try RunFolder(["Sawtooth"])
    try write("tune.mid")
  }

  /// Two bars of four quarter notes at 120: a track that plays, and one an octave lower that holds.
  private func write(_ name: String) throws {
    func track(_ notes: [(tick: UInt32, bytes: [UInt8])]) throws -> [TrackEvent] {
      try notes.map { tick, bytes in
        let message = try #require(
          MIDI1ChannelMessage(status: bytes[0], data1: bytes[1], data2: bytes[2]))
        return TrackEvent(tick: tick, message: .channel(message))
      } + [TrackEvent(tick: 3840, message: .endOfTrack)]
    }
    var notes: [(tick: UInt32, bytes: [UInt8])] = []
    for quarter in 0..<8 as Range<UInt32> {
      let key = 60 + UInt8(quarter)
      notes.append((quarter * 480, [0x90, key, 100]))
      notes.append((quarter * 480 + 400, [0x80, key, 0]))
    }
    let file = StandardMIDIFile(
      format: .simultaneous, division: .ticksPerQuarter(480),
      tracks: [try track(notes), try track([(0, [0x91, 48, 100]), (3840, [0x81, 48, 0])])])
    try Data(file.serialized()).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
  }

  private func session(_ body: (inout SessionSong) -> Void = { _ in }) -> Session {
    var song = SessionSong(path: "\(folder.path)/tune.mid")
    body(&song)
    var session = Session(name: "song")
    session.nodes = [
      SessionNode("tune", .song(song)), SessionNode("lead", .component("aumu saw1 Tnto")),
      SessionNode("out", .audioOutput(channelCount: 2, ports: [])),
    ]
    session.midiConnections = [MIDILink("tune", to: "lead")]
    session.connections = [AudioLink("lead", to: "out")]
    return session
  }

  private func play(_ session: Session) throws -> (RunningSession, OfflineEngine) {
    var options = folder.options
    options.effectTimeout = 0
    let running = try RunningSession(
      session, file: nil, options: options,
      makeEngine: { order throws(HostError) in try OfflineEngine(order, EngineSettings()) })
    return (running, try #require(running.engine as? OfflineEngine))
  }

  private func render(_ engine: OfflineEngine, _ frameCount: Int64) throws -> [Float] {
    var heard: [Float] = []
    try engine.render(frameCount: frameCount) { cycle throws(HostError) in
      let channel = cycle.channel(0)
      for index in channel.indices { heard.append(channel[index]) }
    }
    return heard
  }

  private func sound(_ session: Session, _ frameCount: Int64 = 96_000) throws -> [Float] {
    let (running, engine) = try play(session)
    defer { running.end() }
    return try render(engine, frameCount)
  }

  @Test func aSessionSoundsAsItsGraph() throws {
    let instance = try Instance(executablePath: Built.path("Sawtooth"), code: "aumu saw1 Tnto")
    var graph = Graph(chain: [instance])
    graph.add(try Song(atPath: "\(folder.path)/tune.mid"), playing: graph.nodeIDs[0])
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: 48_000, frameCount: 256))
    defer { engine.stop() }
    let expected = try render(engine, 96_000)
    #expect((0.01...1).contains(expected.map(\.magnitude).max() ?? 0))
    #expect(try sound(session()) == expected)
  }

  @Test func tracksAndChannelsAreChosen() throws {
    let first = try sound(session { $0.tracks = [1] })
    var filtered = session()
    filtered.midiConnections[0].filter = MIDIFilter(channels: 1)
    #expect(try sound(filtered) == first)
    #expect(try sound(session()) != first)
  }

  @Test func itBeginsAtTheSessionsPosition() throws {
    let whole = session { $0.tracks = [1] }
    // Two quarter notes: the third one begins a second after the first.
    let late = try sound(session { ($0.tracks, $0.start) = ([1], 1) }, 24_000)
    let (running, engine) = try play(whole)
    defer { running.end() }
    running.locate(seconds: 1)
    #expect(running.music.seconds == 1 && running.music.position.beat == 2)
    #expect(try render(engine, 24_000) == late)
  }

  @Test func theTransportPlaysStopsAndMoves() throws {
    let (running, engine) = try play(session { $0.tracks = [1] })
    defer { running.end() }
    _ = try render(engine, 12_000)
    #expect(running.music.isPlaying && running.music.seconds == 0.25)
    #expect(running.music.duration == 4 && !running.music.isLooping)
    running.pause()
    let rest = try render(engine, 96_000)
    #expect(rest[48_000...].allSatisfy { $0.magnitude < 1e-4 })
    #expect(!running.music.isPlaying && running.music.seconds == 0.25)
    running.locate(seconds: running.timeline.seconds(atBeat: running.timeline.beat(ofMeasure: 2)))
    running.play()
    #expect(try render(engine, 12_000).contains { $0.magnitude > 0.01 })
    #expect(running.music.position.measure == 2 && running.music.seconds == 2.25)
  }

  @Test func itRoundTripsThroughAFile() throws {
    let session = session { ($0.isLooped, $0.tracks, $0.start) = (true, [2, 1], 2.5) }
    let file = SessionFile("\(folder.path)/song.yaml")
    try file.save(session)
    let text = try String(contentsOfFile: file.path, encoding: .utf8)
    #expect(text.contains("    loop: true\n    tracks: [2, 1]\n    start: 2.5\n"), "\(text)")
    let loaded = try file.load()
    #expect(loaded.session.nodes == session.nodes && loaded.warnings.isEmpty)
  }

  @Test func aFileThatIsNoSongIsReported() throws {
    try Data("no song".utf8).write(to: URL(fileURLWithPath: "\(folder.path)/bad.mid"))
    for (name, words) in [("bad.mid", "not a valid MIDI file"), ("none.mid", "check its name")] {
      let error = #expect(throws: SessionEditError.self) {
        _ = try play(session { $0.path = "\(folder.path)/\(name)" })
      }
      #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }
    for (tracks, start) in [([0], 0.0), ([], -1), ([], 1e9)] {
      #expect(throws: (any Error).self) {
        try session { ($0.tracks, $0.start) = (tracks, start) }.check()
      }
    }
  }

  @Test func aSongIsAddedWhileItPlays() throws {
    var silent = session()
    silent.nodes.removeFirst()
    silent.midiConnections = []
    let (running, engine) = try play(silent)
    defer { running.end() }
    #expect(try render(engine, 4800).allSatisfy { $0 == 0 })
    try running.add(SessionNode("tune", .song(SessionSong(path: "\(folder.path)/tune.mid"))))
    try running.connect(.midi(MIDILink("tune", to: "lead")))
    // Each edit takes some cycles, which are long offline.
    #expect(try render(engine, 144_000).contains { $0.magnitude > 0.01 })
    #expect(running.music.duration == 4)
    _ = try running.undo()
    _ = try running.undo()
    #expect(running.music.duration == nil)
  }
}
