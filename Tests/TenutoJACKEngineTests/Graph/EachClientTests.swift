import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoRender
import TenutoSystem
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct EachClientTests {
    @Test func aFilterHasASeparatePort() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      var graph = Graph()
      let keys = graph.add(.midiInput, name: "keys")
      let tone = graph.add(.instance(instance), name: "tone")
      graph.connectMIDI(keys, to: tone, filter: MIDIFilter(keys: 60...127))
      let keyboard = try Keyboard(server)
      let capture = try CaptureClient(server)
      defer {
        keyboard.close()
        capture.close()
      }
      var options = JACKGraphEngine.Options()
      options.clients = .each
      options.serverName = server.name
      options.rules = [keys: [PortRule(pattern: "keyboard:*")]]
      let engine = try JACKGraphEngine(graph, options: options)
      defer { engine.stop() }
      #expect(engine.connections == [.init("keyboard:out", "tone:midi_from_keys")])
      try capture.connect(to: "tone:out_1")
      #expect(
        eventually {
          keyboard.play(key: 60)
          return capture.silentCycles == 0
        })
      keyboard.play(status: 0x80, key: 60)
      #expect(eventually { capture.silentCycles > 2 })
      keyboard.play(key: 59)
      let cycles = capture.cycles
      #expect(eventually { capture.cycles > cycles + 20 })
      #expect(capture.silentCycles > 20)

      // A filter that passes everything needs no port.
      graph.connectMIDI(keys, to: tone)
      try engine.update(graph)
      #expect(engine.connections == [.init("keyboard:out", "tone:midi_in")])
      #expect(
        eventually {
          (try? capture.client.ports(matching: "^tone:", kind: .midi)) == ["tone:midi_in"]
        })
    }

    @Test(.enabled(if: PipeWire.wanted == nil, "PipeWire's clients freewheel alone"))
    func aDisconnectedNodeFades() throws {
      let server = try JACKServer(frameCount: 512, isSynchronous: true)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      var graph = Graph()
      let tone = graph.add(.instance(instance), name: "tone")
      let output = graph.add(.audioOutput(channelCount: 2), name: "out")
      graph.connect(tone, to: output)
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      var options = JACKGraphEngine.Options()
      options.clients = .each
      options.serverName = server.name
      options.rules = [output: [PortRule(pattern: "capture:*")]]
      let engine = try JACKGraphEngine(graph, options: options)
      defer { engine.stop() }
      try keyboard.connect(to: "tone:midi_in")
      keyboard.play(key: 69)
      #expect(eventually { capture.cycles > 20 && capture.silentCycles == 0 })
      capture.arm(CaptureClient.capacity)
      for _ in 0..<3 {
        graph.disconnect(tone, from: output)
        try engine.update(graph)
        #expect(eventually { capture.silentCycles > 2 })
        graph.connect(tone, to: output)
        try engine.update(graph)
        let cycles = capture.cycles
        #expect(eventually { capture.silentCycles == 0 && capture.cycles > cycles + 4 })
      }
      let heard = capture.heard
      #expect(heard.contains(0))
      // No step is larger than those of a tone of 440 Hz at that level.
      #expect(zip(heard, heard.dropFirst()).map { ($0 - $1).magnitude }.max() ?? 1 < 0.04)
    }

    @Test func clientsComeAndGoWithTheNodes() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let instances = [try TestExtension.sine.start(), try TestExtension.delay.start()]
      defer { instances.forEach { $0.terminate() } }
      var graph = Graph()
      let tone = graph.add(.instance(instances[0]), name: "tone")
      var options = JACKGraphEngine.Options()
      options.clients = .each
      options.serverName = server.name
      let engine = try JACKGraphEngine(graph, options: options)
      defer { engine.stop() }
      #expect(engine.clientNames == ["Tenuto", "tone"])
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      #expect(try observer.property(.prettyName, ofClientNamed: "tone") == "Sine (tone)")
      #expect(try observer.property(.iconName, ofClientNamed: "tone") == "tenuto")
      let names = try ["out_1", "out_2"].map {
        try observer.property(.prettyName, ofPortNamed: "tone:\($0)")
      }
      #expect(names == ["Left", "Right"])
      let effect = graph.add(.instance(instances[1]), name: "echo")
      let mixer = graph.add(.mixer(Mixer(inputs: [2, 2])), name: "mix")
      graph.connect(tone, to: effect)
      graph.connect(effect, to: mixer, inputBus: 1)
      try engine.update(graph)
      #expect(engine.clientNames == ["Tenuto", "tone", "echo", "mix"])
      #expect(
        engine.connections == [
          .init("tone:out_1", "echo:in_1"), .init("tone:out_2", "echo:in_2"),
          .init("echo:out_1", "mix:in_bus_2_1"), .init("echo:out_2", "mix:in_bus_2_2"),
        ])
      #expect(try observer.property(.prettyName, ofPortNamed: "mix:in_1") == "Left")
      #expect(try observer.property(.prettyName, ofPortNamed: "mix:in_bus_2_2") == "Bus 2 Right")
      #expect(eventually { engine.readings()[mixer]?.cycles ?? 0 > 4 })

      // An invalid graph changes nothing.
      var wrong = graph
      wrong.connect(tone, to: mixer, inputBus: 2)
      let error = #expect(throws: HostError.self) { try engine.update(wrong) }
      #expect(error?.code == .graphInvalid)
      graph.remove(effect)
      try engine.update(graph)
      #expect(engine.clientNames == ["Tenuto", "tone", "mix"])
      #expect(engine.connections.isEmpty)
    }
  }
}
