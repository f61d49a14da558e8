import Glibc
import TenutoJACK
import TenutoRender
import TenutoTransport
import Testing

@testable import TenutoJACKEngine

extension JACKEngineTests {
  @Suite(.serialized, .enabled(if: PipeWire.wanted == nil, "PipeWire's clients freewheel alone"))
  struct RecordingTests {
    private static let frameCount = 256

    /// Another program's input and the recording have the same samples.
    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func theOutputIsRecorded(clients: JACKGraphEngine.Clients) throws {
      let server = try JACKServer(frameCount: Self.frameCount, isSynchronous: true)
      defer { server.stop() }
      let path = "/tmp/\(server.name).wav"
      defer { unsafe unlink(path) }
      let recorder = Recorder(
        try SoundFileWriter(path: path, format: .wavFloat32, sampleRate: 48000, channelCount: 1))
      let (voice, capture) = (try Voice(server), try CaptureClient(server))
      defer {
        voice.close()
        capture.close()
      }
      var graph = Graph()
      let input = graph.add(.audioInput(channelCount: 1), name: "input")
      let mixer = graph.add(.mixer(Mixer(inputs: [1], outputChannelCount: 1)), name: "level")
      let output = graph.add(.audioOutput(channelCount: 1), name: "output")
      graph.connect(input, to: mixer)
      graph.connect(mixer, to: output)
      var options = JACKGraphEngine.Options()
      options.serverName = server.name
      options.clients = clients
      options.recording = .init(recorder, sampleRate: 48000)
      options.rules = [
        input: [PortRule(pattern: "voice:*")], output: [PortRule(pattern: "capture:*")],
      ]
      let engine = try JACKGraphEngine(graph, options: options)
      try capture.client.setFreewheel(true)
      capture.arm(100 * Self.frameCount)
      voice.sing()
      #expect(eventually { capture.isFull })
      engine.stop()
      try recorder.finish()
      let file = try SoundFileReader(path: path)
      var samples = [Float](repeating: 0, count: file.frameCount)
      var span = samples.mutableSpan
      #expect(try file.read(interleaved: &span) == file.frameCount)
      let start = try #require(samples.firstIndex { $0 != 0 })
      let heard = capture.heard
      #expect(Array(samples[start...].prefix(heard.count)) == heard)
      #expect(engine.reading.unrecordedFrames == 0)
    }
  }
}
