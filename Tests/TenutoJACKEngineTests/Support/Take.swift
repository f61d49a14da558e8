import Glibc
import TenutoJACK
import TenutoMIDI
import TenutoRender
import TenutoSystem

/// A chain's sound of a song: in a freewheeling JACK server, and by the offline engine.
struct Take {
  let song: Song
  let timeline: MusicalTimeline
  let frameCount: Int
  let start: () throws -> [Instance]

  /// Both channels from JACK, from the first non-silent sample of the left one.
  func recorded(
    _ server: JACKServer, _ body: (ChainEngine) throws -> Void = { _ in }
  ) throws -> [[Float]] {
    let chain = try start()
    defer { chain.forEach { $0.terminate() } }
    return try Self.record(server) { recorder in
      let engine = try ChainEngine(
        chain, song: song, timeline: timeline, tailSeconds: 0.5, recorder: recorder,
        startsAtOnce: false, serverName: server.name)
      try body(engine)
      return engine
    }
  }

  /// The sound of a chain that waits for its start in a freewheeling server.
  static func record(
    _ server: JACKServer, _ make: (Recorder) throws -> ChainEngine
  ) throws -> [[Float]] {
    let path = "/tmp/tenuto-jack-take-\(getpid()).wav"
    defer { unsafe unlink(path) }
    let recorder = Recorder(
      try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 2))
    let engine = try make(recorder)
    defer { engine.stop() }
    let observer = try JACKClient(name: "observer", serverName: server.name)
    defer { observer.close() }
    try observer.setFreewheel(true)
    engine.start()
    guard eventually({ engine.isFinished }) else {
      throw JACKServer.Failure(description: "the song does not end")
    }
    try observer.setFreewheel(false)
    engine.stop()
    try recorder.finish()
    guard engine.reading.unrecordedFrames == 0 else {
      throw JACKServer.Failure(description: "not all was recorded")
    }
    return trimmed(try SoundFileReader(path: path).readAll())
  }

  /// Channels from the first non-silent sample of the first one.
  static func trimmed(_ channels: [[Float]]) -> [[Float]] {
    let start = channels[0].firstIndex { $0 != 0 } ?? 0
    return channels.map { Array($0[start...]) }
  }

  /// Both channels from the offline engine, from the first non-silent sample of the left one.
  func rendered() throws -> [[Float]] {
    let chain = try start()
    defer { chain.forEach { $0.terminate() } }
    var graph = Graph(chain: chain)
    graph.add(song, playing: graph.nodeIDs[0])
    var timeline = timeline
    timeline.duration = song.duration
    graph.timeline = timeline
    return Self.trimmed(
      try Self.render(graph, song, frameCount: frameCount, tailFrames: 24000))
  }

  /// Both channels of a graph until the end of a song plus a number of frames.
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
