import Glibc
import TenutoCore
import TenutoJACK
import TenutoMIDI
import TenutoProcess
import TenutoRender
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct ChainTests {
    @Test(arguments: [64, 256, 1024])
    func freewheelGivesTheSamplesOfTheOfflineEngine(frameCount: Int) throws {
      let song = Songs.melody(60)
      let settings: [(Int, UInt64, Float)] = [
        (0, 0, 0.7), (0, 5, 900), (1, 0, 120), (1, 2, 60),
      ]
      let offline = try renderOffline(song, frameCount: frameCount, settings)

      let server = try JACKServer(frameCount: frameCount)
      defer { server.stop() }
      let chain = try startChain()
      defer { chain.forEach { $0.terminate() } }
      let recorded = try Take.record(server) { recorder in
        try ChainEngine(
          chain, song: song,
          settings: settings.map { ($0.0, ParameterAddress($0.1), $0.2) },
          tailSeconds: 1, recorder: recorder, startsAtOnce: false, serverName: server.name)
      }
      #expect(recorded.count == 2)
      // All sound begins at the same frame of a cycle, so the first frames align.
      for channel in 0..<2 {
        #expect(recorded[channel].count >= offline[channel].count)
        let difference = offline[channel].indices.first {
          recorded[channel][$0] != offline[channel][$0]
        }
        #expect(difference == nil, "channel \(channel)")
      }
      #expect(recorded[0].map(\.magnitude).max() ?? 0 > 0.1)
    }

    private func startChain() throws -> [Instance] {
      [try TestExtension.sawtooth.start(), try TestExtension.delay.start()]
    }

    private func renderOffline(
      _ song: Song, frameCount: Int, _ settings: [(Int, UInt64, Float)]
    ) throws -> [[Float]] {
      let chain = try startChain()
      defer { chain.forEach { $0.terminate() } }
      for (index, address, value) in settings {
        try chain[index].set(ParameterAddress(address), to: value)
      }
      var graph = Graph(chain: chain)
      graph.add(song, playing: graph.nodeIDs[0])
      return Take.trimmed(
        try Take.render(graph, song, frameCount: frameCount, tailFrames: 48000))
    }

    @Test func aKilledExtensionFadesAndTheOthersContinue() throws {
      // A server that waits for its clients: a missed cycle would be a step as well.
      let server = try JACKServer(frameCount: 512, isSynchronous: true)
      defer { server.stop() }
      let (mortal, immortal) = (try TestExtension.sine.start(), try TestExtension.sine.start())
      defer {
        mortal.terminate()
        immortal.terminate()
      }
      let first = try ChainEngine([mortal], serverName: server.name)
      let second = try ChainEngine([immortal], serverName: server.name)
      defer {
        first.stop()
        second.stop()
      }
      let keyboard = try Keyboard(server)
      let (capture, other) = (try CaptureClient(server), try CaptureClient(server, name: "other"))
      defer {
        keyboard.close()
        capture.close()
        other.close()
      }
      #expect(first.clientNames == ["Sine"])
      #expect(second.clientNames == ["Sine-01"])
      for (name, capture) in [("Sine", capture), ("Sine-01", other)] {
        try keyboard.connect(to: "\(name):midi_in")
        try capture.connect(to: "\(name):out_1")
      }
      let ports = try capture.client.ports()
      keyboard.play(key: 69)
      for capture in [capture, other] {
        #expect(eventually { capture.cycles > 20 && capture.silentCycles == 0 })
      }
      capture.arm(CaptureClient.capacity)
      kill(mortal.process.identifier, SIGKILL)
      #expect(eventually { capture.silentCycles > 5 })
      // A fade, not a cut: no step is larger than those of a tone of 440 Hz at that level.
      let heard = capture.heard
      let steps = zip(heard, heard.dropFirst()).map { ($0 - $1).magnitude }
      #expect(steps.max() ?? 1 < 0.04)

      let cycles = other.cycles
      #expect(eventually { other.cycles > cycles + 20 && other.silentCycles == 0 })
      #expect(try capture.client.ports() == ports)
      #expect(eventually { mortal.process.exit != nil })
      #expect(second.readings()[0].cycles > 0)
    }

    @Test func stopFadesAndLeavesNothing() throws {
      let server = try JACKServer(frameCount: 1024, isSynchronous: true)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      let engine = try ChainEngine(
        [instance], song: Songs.song([(0, 60_000, 69)]), serverName: server.name)
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Sine:out_1")
      #expect(eventually { capture.cycles > 10 && capture.silentCycles == 0 })
      capture.arm(48000)
      #expect(eventually { capture.count > 4000 })
      engine.stop()
      #expect(eventually { capture.silentCycles > 0 })
      let heard = capture.heard
      let steps = zip(heard, heard.dropFirst()).map { ($0 - $1).magnitude }
      #expect(steps.max() ?? 1 < 0.04, "no click")
      #expect(
        try capture.client.ports().allSatisfy { $0.hasPrefix("system:") || $0 == "capture:in" })
      engine.stop()

      let identifier = instance.process.identifier
      instance.terminate()
      #expect(kill(identifier, 0) == -1, "no process")
    }

    /// More than a port's buffer of one cycle, with a message in the middle.
    @Test func aLongSystemExclusiveDelaysTheSongButLosesNothing() throws {
      let server = try JACKServer(frameCount: 64)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine(
        [instance], song: Songs.sysEx(byteCount: 100_000), tailSeconds: 0.1, startsAtOnce: false,
        serverName: server.name)
      defer { engine.stop() }
      let listener = try SysExCaptureClient(server)
      defer { listener.close() }
      try listener.connect(to: "song:midi_out")
      try listener.client.setFreewheel(true)
      engine.start()
      #expect(eventually { engine.isFinished })
      try listener.client.setFreewheel(false)
      #expect(listener.byteCount == 100_002)
      #expect(listener.wrongBytes == 0)
      #expect(listener.notes == 1)
    }

    @Test func latencyGoesThroughANodeInBothDirections() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.delay.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], connectsHardware: true, serverName: server.name)
      defer { engine.stop() }
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      for channel in 1...2 {
        try observer.connect(from: "system:capture_\(channel)", to: "Delay:in_\(channel)")
      }
      func latency(_ port: String, _ direction: String) -> Substring? {
        let text = try? JACKServer.output(of: ["jack_lsp", "-s", server.name, "-l", port])
        return text?.split(separator: "\n").first { $0.contains(direction) }
      }
      let heard = try #require(latency("system:capture_1", "capture latency"))
      let played = try #require(latency("system:playback_1", "playback latency"))
      #expect(!heard.contains("[ 0 0 ]") && !played.contains("[ 0 0 ]"))
      #expect(eventually { latency("Delay:out_1", "capture latency") == heard })
      #expect(eventually { latency("Delay:in_1", "playback latency") == played })
    }

    @Test func portsHaveNamesForPeopleAndAnOrder() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let instance = try TestExtension.delay.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], connectsHardware: true, serverName: server.name)
      defer { engine.stop() }
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      let expected = [
        ("in_1", "Left"), ("in_2", "Right"), ("out_1", "Left"), ("out_2", "Right"),
      ]
      for (index, (name, pretty)) in expected.enumerated() {
        #expect(try observer.property(.prettyName, ofPortNamed: "Delay:\(name)") == pretty)
        #expect(try observer.property(.order, ofPortNamed: "Delay:\(name)") == "\(index)")
        let designation = try observer.property(.designation, ofPortNamed: "Delay:\(name)")
        #expect(designation?.hasSuffix("#\(pretty.lowercased())") == true)
      }
      #expect(try observer.property(.iconName, ofClientNamed: "Delay") == "tenuto")
      #expect(try observer.property(.smallIcon, ofClientNamed: "Delay")?.hasPrefix("iVBOR") == true)
      #expect(try observer.property(.prettyName, ofClientNamed: "Delay") == "Delay")
      #expect(
        engine.connections == [
          .init("Delay:out_1", "system:playback_1"), .init("Delay:out_2", "system:playback_2"),
        ])
    }
  }
}
