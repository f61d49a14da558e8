import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoMIDI
import TenutoRender
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct OneClientTests {
    @Test func portsComeAndGoWithTheGraph() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      var graph = Graph()
      let tone = graph.add(.instance(instance), name: "tone")
      let keys = graph.add(.midiInput, name: "keys")
      let left = graph.add(.audioOutput(channelCount: 1), name: "left")
      graph.connectMIDI(keys, to: tone)
      graph.connect(tone, to: left)
      var options = JACKGraphEngine.Options()
      options.serverName = server.name
      let engine = try JACKGraphEngine(graph, options: options)
      defer { engine.stop() }
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      func hasPorts(_ names: Set<String>) -> Bool {
        eventually { (try? Set(observer.ports(matching: "^Tenuto:"))) == names }
      }
      #expect(hasPorts(["Tenuto:keys", "Tenuto:left"]))

      let both = graph.add(.audioOutput(channelCount: 2), name: "both")
      graph.connect(tone, to: both)
      graph.remove(left)
      try engine.update(graph)
      #expect(hasPorts(["Tenuto:keys", "Tenuto:both_1", "Tenuto:both_2"]))
      func property(_ key: JACKPropertyKey) -> String? {
        (try? observer.property(key, ofPortNamed: "Tenuto:both_2")) ?? nil
      }
      #expect(eventually { property(.prettyName) == "both Right" })
      #expect(eventually { property(.portGroup) == "both" })
      // PipeWire shows an alias only to the client that set it.
      if PipeWire.wanted == nil {
        #expect(try observer.aliases(ofPortNamed: "Tenuto:both_2") == ["Tenuto:both Right"])
      }
      #expect(
        try observer.property(.smallIcon, ofClientNamed: "Tenuto")?.hasPrefix("iVBOR") == true)

      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Tenuto:keys")
      try capture.connect(to: "Tenuto:both_2")
      // A connection in PipeWire appears with a delay.
      #expect(
        eventually {
          keyboard.play(key: 57)
          return capture.silentCycles == 0
        })
      keyboard.play(status: 0x80, key: 57)
      #expect(eventually { capture.silentCycles > 2 })
      // Each of PipeWire's clients freewheels separately.
      let isJACK = PipeWire.wanted == nil
      if isJACK { try capture.client.setFreewheel(true) }
      for frameOffset in [0, 1, 64, 127] {
        var delay = try delay(of: keyboard, capture, at: frameOffset)
        // In real time, a stalled machine misses the note's cycle, and the note sounds from the
        // next one on: that attempt is void.
        for _ in 0..<20 where !isJACK && delay > 1 && (Int(delay) + frameOffset) % 128 <= 1 {
          delay = try self.delay(of: keyboard, capture, at: frameOffset)
        }
        #expect((0...1).contains(delay), "frame \(frameOffset)")
      }
      if isJACK { try capture.client.setFreewheel(false) }
      #expect(engine.readings()[tone]?.cycles ?? 0 > 4)
    }

    /// Frames from a note, at a frame of its cycle, to its first sample.
    private func delay(of keyboard: Keyboard, _ capture: CaptureClient, at frameOffset: Int) throws
      -> Int32
    {
      capture.arm(512)
      let time = try #require(keyboard.play(key: 69, at: frameOffset))
      #expect(eventually { capture.isFull })
      let onset = try #require(capture.onset)
      keyboard.play(status: 0x80, key: 69)
      #expect(eventually { capture.silentCycles > 2 })
      return Int32(bitPattern: onset &- time)
    }

    @Test(.enabled(if: PipeWire.wanted == nil, "its dummy driver has no microphones"))
    func aLatencyIsReportedBothWaysAlsoAfterAnEdit() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let late = [
        try TestExtension.routing("aufx late Test"), try TestExtension.routing("aufx late Test"),
      ]
      defer { late.forEach { $0.terminate() } }
      var graph = Graph()
      let input = graph.add(.audioInput(channelCount: 2), name: "in")
      let first = graph.add(.instance(late[0]), name: "first")
      let output = graph.add(.audioOutput(channelCount: 2), name: "out")
      graph.connect(input, to: first)
      graph.connect(first, to: output)
      var options = JACKGraphEngine.Options()
      options.serverName = server.name
      options.rules = [
        input: [PortRule(pattern: "system:capture_*")],
        output: [PortRule(pattern: "system:playback_*")],
      ]
      let engine = try JACKGraphEngine(graph, options: options)
      defer { engine.stop() }
      let heard = try #require(latency(server, "system:capture_1", "capture"))
      let played = try #require(latency(server, "system:playback_1", "playback"))
      #expect(eventually { latency(server, "Tenuto:out_1", "capture") == heard + 37 })
      #expect(eventually { latency(server, "Tenuto:in_1", "playback") == played + 37 })
      let second = graph.add(.instance(late[1]), name: "second")
      graph.disconnect(first, from: output)
      graph.connect(first, to: second)
      graph.connect(second, to: output)
      try engine.update(graph)
      #expect(eventually { latency(server, "Tenuto:out_1", "capture") == heard + 74 })
      // An instance that changes its latency while it plays.
      let varying = try TestExtension.routing("aufx vary Test")
      defer { varying.terminate() }
      graph.replace(second, with: .instance(varying))
      try engine.update(graph)
      #expect(eventually { latency(server, "Tenuto:out_1", "capture") == heard + 74 })
      try varying.set(1, to: 500)
      #expect(eventually { latency(server, "Tenuto:out_1", "capture") == heard + 537 })
      #expect(eventually { latency(server, "Tenuto:in_1", "playback") == played + 537 })
    }

    /// The latency of a port as another program reads it: the longest path, in frames.
    private func latency(_ server: JACKServer, _ port: String, _ direction: String) -> Int? {
      let text = try? JACKServer.output(of: ["jack_lsp", "-s", server.name, "-l", port])
      let line = text?.split(separator: "\n").first { $0.contains("\(direction) latency") }
      return line?.split(separator: " ").compactMap { Int($0) }.last
    }

    /// The musical time in a kernel, which the engine announces to all.
    @Test func itsTempoIsTheTransportsIfItLeads() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let instance = try TestExtension.routing("augn time Test")
      defer { instance.terminate() }
      var graph = Graph()
      let time = graph.add(.instance(instance), name: "time")
      let output = graph.add(.audioOutput(channelCount: 2), name: "out")
      graph.connect(time, to: output)
      var options = JACKGraphEngine.Options()
      options.serverName = server.name
      options.transport.leads = .always
      options.transport.tempo = 90
      let engine = try JACKGraphEngine(graph, options: options)
      defer { engine.stop() }
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Tenuto:out_2")
      let reader = try TransportReader(server)
      defer { reader.close() }
      #expect(eventually { capture.cycles > 4 })
      try capture.client.startTransport()
      #expect(eventually { reader.tempo == 90 && reader.isRolling })
      capture.arm(256)
      #expect(eventually { capture.isFull && capture.heard.last == 0.09 })
      engine.transportSettings.tempo = 150
      #expect(eventually { reader.tempo == 150 })
      engine.transportSettings.leads = .never
      #expect(eventually { reader.tempo == nil })
    }
  }
}
