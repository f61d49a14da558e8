import Glibc
import TenutoHost
import TenutoJACK
import TenutoMIDI

/// What a chain plays of a song: in a freewheeling JACK server, and by the offline engine.
struct Take {
  let song: Song
  let timeline: MusicalTimeline
  let frameCount: Int
  let start: () throws -> [Instance]

  /// Both channels as JACK has them, from the song's first frame on.
  func recorded(
    _ server: JACKServer, _ body: (JACKEngine) throws -> Void = { _ in }
  ) throws -> [[Float]] {
    let chain = try start()
    defer { chain.forEach { $0.terminate() } }
    let path = "/tmp/tenuto-jack-take-\(getpid()).wav"
    defer { unsafe unlink(path) }
    let recorder = Recorder(
      try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 2))
    let engine = try JACKEngine(
      chain, song: song, timeline: timeline, tailSeconds: 0.5, recorder: recorder,
      startsAtOnce: false, serverName: server.name)
    defer { engine.stop() }
    try body(engine)
    let witness = try JACKClient(name: "witness", serverName: server.name)
    defer { witness.close() }
    try witness.setFreewheel(true)
    engine.start()
    guard eventually({ engine.reading.isFinished }) else {
      throw JACKServer.Failure(description: "the song does not end")
    }
    try witness.setFreewheel(false)
    engine.stop()
    try recorder.finish()
    return try SoundFileReader(path: path).readAll()
  }

  /// Both channels as the offline engine has them.
  func rendered() throws -> [[Float]] {
    let chain = try start()
    defer { chain.forEach { $0.terminate() } }
    var graph = Graph(chain: chain)
    graph.add(song, playing: graph.nodeIDs[0])
    var timeline = timeline
    timeline.duration = song.duration
    graph.timeline = timeline
    return try Self.render(graph, song, frameCount: frameCount, tailFrames: 24000)
  }

  /// Both channels of a graph until the end of a song and so many frames more.
  static func render(
    _ graph: Graph, _ song: Song, frameCount: Int, tailFrames: Int64
  ) throws -> [[Float]] {
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: frameCount))
    var channels: [[Float]] = [[], []]
    let count = Int64((song.duration * 48000).rounded(.up)) + tailFrames
    try engine.render(frameCount: count) { output throws(HostError) in
      for channel in 0..<2 {
        let samples = output.channel(channel)
        for frame in samples.indices { channels[channel].append(samples[frame]) }
      }
    }
    return channels
  }
}
