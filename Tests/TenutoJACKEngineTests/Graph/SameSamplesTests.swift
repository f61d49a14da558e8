import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoRender
import TenutoTransport
import Testing

extension JACKEngineTests {
  /// Connections in PipeWire start some cycles late, so a sound may begin in the middle.
  @Suite(.serialized, .enabled(if: PipeWire.wanted == nil, "PipeWire connects when it likes"))
  struct SameSamplesTests {
    private static let frameCount = 256
    private static let length = 20 * frameCount

    @Test(arguments: [UInt64(1), 2, 3, 4])
    func oneClientAndAClientForEachSoundLikeOffline(seed: UInt64) throws {
      let expected = try offline(seed)
      #expect((0.001...1).contains(expected.map(\.magnitude).max() ?? 0))
      let server = try JACKServer(frameCount: Self.frameCount)
      defer { server.stop() }
      for clients in [JACKGraphEngine.Clients.one, .each] {
        let heard = try heard(seed, clients, server)
        let difference = expected.indices.first { heard[$0] != expected[$0] }
        #expect(difference == nil, "\(clients), seed \(seed)")
      }
    }

    private func heard(
      _ seed: UInt64, _ clients: JACKGraphEngine.Clients, _ server: JACKServer
    ) throws -> [Float] {
      let random = try RandomGraph(seed: seed)
      defer { random.instances.forEach { $0.terminate() } }
      let (voice, capture) = (try Voice(server), try CaptureClient(server))
      defer {
        voice.close()
        capture.close()
      }
      var options = JACKGraphEngine.Options()
      options.clients = clients
      options.serverName = server.name
      // Both channels get the voice; the first one is captured.
      options.rules = [
        random.input: [PortRule(pattern: "voice:*")],
        random.output: [PortRule(pattern: "capture:*")],
      ]
      let engine = try JACKGraphEngine(random.graph, options: options)
      defer { engine.stop() }
      try capture.client.setFreewheel(true)
      let cycles = capture.cycles
      #expect(eventually { capture.cycles > cycles + 4 })
      capture.arm(Self.length)
      voice.sing()
      #expect(eventually { capture.isFull })
      try capture.client.setFreewheel(false)
      return capture.heard
    }

    /// The first channel, from the first frame that is not silent.
    private func offline(_ seed: UInt64) throws -> [Float] {
      let random = try RandomGraph(seed: seed)
      defer { random.instances.forEach { $0.terminate() } }
      let prepared = try PreparedGraph(
        random.graph,
        format: EngineFormat(
          sampleRate: 48000, frameCount: Self.frameCount, inputChannelCount: 2,
          outputChannelCount: 2))
      let renderer = unsafe prepared.renderer
      var samples: [Float] = []
      for cycle in -4..<21 {
        for frame in 0..<Self.frameCount {
          let sample = cycle < 0 ? 0 : voiceSample(cycle * Self.frameCount + frame)
          unsafe renderer.pointee.externalSamples(0)[frame] = sample
          unsafe renderer.pointee.externalSamples(1)[frame] = 0
        }
        unsafe renderer.pointee.render(
          frameCount: Self.frameCount, until: .after(milliseconds: 10_000), isRealtime: false)
        guard cycle >= 0 else { continue }
        for frame in 0..<Self.frameCount {
          samples.append(unsafe renderer.pointee.mixSamples(0)[frame])
        }
      }
      return Array(samples[..<Self.length])
    }
  }
}
