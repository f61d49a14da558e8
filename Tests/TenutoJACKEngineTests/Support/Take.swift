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
    let graph = Graph(chain: chain)
    let prepared = try PreparedGraph(
      graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: frameCount))
    var channels: [[Float]] = [[], []]
    _ = try OfflineEngine(prepared).render(
      song, player: graph.nodeIDs[0], timeline: timeline, tailFrames: 24000
    ) { output throws(HostError) in
      for channel in 0..<2 {
        let samples = output.channel(channel)
        for frame in samples.indices { channels[channel].append(samples[frame]) }
      }
    }
    return channels
  }
}
