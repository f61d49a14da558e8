import TenutoCore
import TenutoJACK
import TenutoMIDI
import TenutoRender
import Testing

@testable import TenutoJACKEngine

extension JACKEngineTests {
  /// No sample above 0 dBFS reaches a device or another program, from the first cycle on.
  @Suite(.serialized) struct FullScaleTests {
    /// A level of 1.5 from a node, through a node that halves it.
    private struct Scene {
      let server: JACKServer
      let capture: CaptureClient
      let level: Graph.NodeID
      let output: Graph.NodeID
      let engine: JACKGraphEngine
      let instances: [Instance]

      init(_ clients: JACKGraphEngine.Clients, halved: Bool) throws {
        server = try JACKServer()
        capture = try CaptureClient(server)
        instances = [try TestExtension.routing("aumu levl Test"), try TestExtension.half()]
        var graph = Graph()
        level = graph.add(.instance(instances[0]), name: "level")
        output = graph.add(.audioOutput(channelCount: 2), name: "out")
        if halved {
          let half = graph.add(.instance(instances[1]), name: "half")
          graph.connect(level, to: half)
          graph.connect(half, to: output)
        } else {
          graph.connect(level, to: output)
        }
        var options = JACKGraphEngine.Options()
        options.serverName = server.name
        options.clients = clients
        options.rules = [output: [PortRule(pattern: "capture:*")]]
        engine = try JACKGraphEngine(graph, options: options)
      }

      /// Six notes of a quarter each.
      func play() {
        for note in 60..<66 as Range<UInt8> {
          let event = VoiceEvent.noteOn(channel: 0, note: note, velocity: 1)
          #expect(engine.schedule(.midi(event.ump), to: level, at: .immediately))
        }
      }

      func end() {
        engine.stop()
        capture.close()
        instances.forEach { $0.terminate() }
        server.stop()
      }
    }

    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func tooLoudSamplesAreClippedAndCounted(clients: JACKGraphEngine.Clients) throws {
      let scene = try Scene(clients, halved: false)
      defer { scene.end() }
      let clipping = clients == .one ? scene.output : scene.level
      #expect(eventually { scene.engine.readings()[clipping]?.cycles ?? 0 > 4 })
      #expect(scene.engine.readings()[clipping]?.clippedSamples == 0)
      scene.capture.arm(4096)
      scene.play()
      #expect(eventually { scene.capture.isFull })
      #expect(scene.capture.heard.allSatisfy { $0 <= 1 })
      #expect(scene.capture.heard.last == 1)
      #expect(eventually { scene.engine.readings()[clipping]?.clippedSamples ?? 0 > 4096 })
    }

    /// Between two nodes there is headroom, in one client and in JACK's own connections.
    @Test(arguments: [JACKGraphEngine.Clients.one, .each])
    func betweenNodesThereIsHeadroom(clients: JACKGraphEngine.Clients) throws {
      let scene = try Scene(clients, halved: true)
      defer { scene.end() }
      #expect(eventually { scene.engine.readings()[scene.level]?.cycles ?? 0 > 4 })
      scene.play()
      // PipeWire does not report a port's connections during a cycle, so samples are limited there.
      let expected: Float = clients == .each && PipeWire.wanted != nil ? 0.5 : 0.75
      let isHeard = eventually {
        scene.capture.arm(128)
        return eventually { scene.capture.isFull } && scene.capture.heard.last == expected
      }
      #expect(isHeard, "\(scene.capture.heard.suffix(1))")
    }

    /// Another program connected to a node's port gets at most full scale, from the first connected
    /// cycle on.
    @Test(.enabled(if: PipeWire.wanted == nil, "PipeWire holds all ports"))
    func aPatchIsGuardedInItsFirstCycle() throws {
      let scene = try Scene(.each, halved: true)
      defer { scene.end() }
      #expect(eventually { scene.engine.readings()[scene.level]?.cycles ?? 0 > 4 })
      scene.play()
      let isPlaying = eventually {
        scene.capture.arm(128)
        return eventually { scene.capture.isFull } && scene.capture.heard.last == 0.75
      }
      #expect(isPlaying)
      let other = try CaptureClient(scene.server, name: "other")
      defer { other.close() }
      for _ in 0..<5 {
        other.arm(2048)
        try other.connect(to: "level:out_1")
        #expect(eventually { other.isFull })
        #expect(other.heard.allSatisfy { $0 <= 1 })
        #expect(other.heard.contains(1))
        try other.client.disconnect(from: "level:out_1", to: other.portName)
        let isOver = eventually { other.silentCycles > 2 }
        #expect(isOver)
      }
      #expect(scene.engine.readings()[scene.level]?.clippedSamples ?? 0 > 0)
    }

    /// A chain with a client for each of its nodes, as in `play`.
    @Test func aChainIsClippedOnlyAtItsEnd() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let chain = [try TestExtension.routing("aumu levl Test"), try TestExtension.half()]
      defer { chain.forEach { $0.terminate() } }
      let engine = try ChainEngine(chain, serverName: server.name)
      defer { engine.stop() }
      let (capture, keyboard) = (try CaptureClient(server), try Keyboard(server))
      defer {
        capture.close()
        keyboard.close()
      }
      try keyboard.connect(to: "Level:midi_in")
      try capture.connect(to: "Half:out_1")
      for key in 60..<72 as Range<UInt8> {
        #expect(eventually { keyboard.play(key: key) != nil })
      }
      // 3 between the nodes, 1.5 after them; PipeWire limits the nodes themselves.
      let isHeld = eventually {
        capture.arm(128)
        return eventually { capture.isFull } && capture.heard.allSatisfy { $0 <= 1 }
          && capture.heard.last == (PipeWire.wanted == nil ? 1 : 0.5)
      }
      #expect(isHeld, "\(capture.heard.suffix(1))")
      if PipeWire.wanted == nil {
        #expect(engine.readings()[1].clippedSamples > 0)
      }
    }
  }
}
