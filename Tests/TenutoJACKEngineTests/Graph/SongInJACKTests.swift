import Glibc
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TenutoTransport
import Testing

@testable import TenutoJACK
@testable import TenutoJACKEngine

extension JACKEngineTests {
  /// Songs in a graph in JACK.
  @Suite(.serialized, .enabled(if: PipeWire.wanted == nil, "PipeWire's clients freewheel alone"))
  struct SongInJACKTests {
    private static let frameCount = 256

    /// A graph in which a song plays an instrument, and its recording.
    private final class Scene {
      let instance: Instance
      let player: Graph.NodeID
      private(set) var graph: Graph

      init(_ song: Song) throws {
        instance = try TestExtension.sawtooth.start()
        graph = Graph()
        player = graph.add(instance)
        let output = graph.add(.audioOutput(channelCount: 2), name: "out")
        graph.connect(player, to: output)
        graph.add(song, playing: player)
      }

      deinit { instance.terminate() }
    }

    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func itSoundsLikeOffline(clients: JACKGraphEngine.Clients) throws {
      // It is silent until the server freewheels.
      let song = Songs.melody(8, after: 1500)
      let length = Int((song.duration * 48000).rounded(.up))
      let expected = try offline(song, length)
      #expect((0.01...1).contains(expected.map(\.magnitude).max() ?? 0))
      let server = try JACKServer(frameCount: Self.frameCount, isSynchronous: true)
      defer { server.stop() }
      let path = "/tmp/\(server.name).wav"
      defer { unsafe unlink(path) }
      let recorder = Recorder(
        try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 2))
      let wheel = try JACKClient(name: "wheel", serverName: server.name)
      defer { wheel.close() }
      let scene = try Scene(song)
      var options = JACKGraphEngine.Options()
      options.serverName = server.name
      options.clients = clients
      options.transport.follows = false
      options.recording = .init(recorder, sampleRate: 48000)
      let engine = try JACKGraphEngine(scene.graph, options: options)
      try wheel.setFreewheel(true)
      #expect(eventually { engine.transport.frame == Int64(length) })
      #expect(!engine.transport.isPlaying)
      engine.stop()
      try wheel.setFreewheel(false)
      try recorder.finish()
      let recorded = try SoundFileReader(path: path).readAll()[0]
      let start = try #require(recorded.firstIndex { $0 != 0 })
      let heard = Array(recorded[start...].prefix(expected.count))
      #expect(heard.count == expected.count)
      let difference = expected.indices.first { heard[$0] != expected[$0] }
      #expect(difference == nil, "\(clients)")
    }

    /// The sound from the first frame that is not silent.
    private func offline(_ song: Song, _ length: Int) throws -> [Float] {
      let scene = try Scene(song)
      let engine = try OfflineEngine(
        scene.graph, format: OfflineEngine.format(sampleRate: 48000, frameCount: Self.frameCount))
      defer { engine.stop() }
      var heard: [Float] = []
      try engine.render(frameCount: Int64(length)) { cycle throws(HostError) in
        let channel = cycle.channel(0)
        for frame in channel.indices { heard.append(channel[frame]) }
      }
      return Array(heard.drop { $0 == 0 })
    }

    /// With the server's transport, the song follows its position.
    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func itFollowsTheServersTransport(clients: JACKGraphEngine.Clients) throws {
      let server = try JACKServer(frameCount: Self.frameCount)
      defer { server.stop() }
      let scene = try Scene(Songs.melody(60))
      var options = JACKGraphEngine.Options()
      options.serverName = server.name
      options.clients = clients
      options.deadlineShare = 0.9
      let engine = try JACKGraphEngine(scene.graph, options: options)
      defer { engine.stop() }
      #expect(engine.format.deadlineShare == 0.9)
      #expect(engine.control.clientFormats.allSatisfy { $0.deadlineShare == 0.9 })
      #expect(eventually { engine.reading.cycles > 20 })
      #expect(engine.transport == TransportPosition(frame: 0, isPlaying: false))
      #expect(engine.readings()[scene.player]?.peak == 0)
      engine.move(.locate(frame: 96_000))
      engine.move(.play)
      var peak: Float = 0
      #expect(
        eventually {
          peak = max(peak, engine.readings()[scene.player]?.peak ?? 0)
          return engine.transport.frame > 100_000 && peak > 0.01
        })
      engine.move(.stop)
      #expect(eventually { !engine.transport.isPlaying })
      let other = try JACKClient(name: "other", serverName: server.name)
      defer { other.close() }
      try other.locateTransport(7)
      #expect(eventually { engine.transport == TransportPosition(frame: 7, isPlaying: false) })
    }
  }
}
