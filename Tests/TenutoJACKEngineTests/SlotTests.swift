import Glibc
import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoSystem
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct SlotTests {
    /// The policy with another spare.
    private func policy(_ spare: SparePolicy) -> SupervisionPolicy {
      var policy = SupervisionPolicy()
      policy.spare = spare
      return policy
    }

    @Test(arguments: [SparePolicy.none, .instance])
    func aKilledInstanceSoundsAgainBehindTheSamePorts(_ spare: SparePolicy) throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let engine = try ChainEngine([try TestExtension.sine.start()], serverName: server.name)
      let supervisor = NodeSupervisor(
        name: "sine", slot: engine.slot(ofInstance: 0), policy: policy(spare)
      ) { () throws(HostError) in try TestExtension.sine.restarted() }
      defer {
        supervisor.stop()
        engine.stop()
        engine.instances[0].terminate()
      }
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Sine:out_1")
      let patched: Set<JACKEngineConnection> = [
        .init("keyboard:out", "Sine:midi_in"), .init("Sine:out_1", "capture:in"),
      ]
      #expect(eventually { engine.connections == patched })
      let ports = try capture.client.ports()
      keyboard.play(key: 69)
      #expect(eventually { capture.silentCycles == 0 })
      #expect(eventually { supervisor.status.hasSpare == (spare == .instance) })

      let killed = engine.instances[0].process.identifier
      kill(killed, SIGKILL)
      #expect(eventually { supervisor.status.restarts == 1 })
      #expect(engine.instances[0].process.identifier != killed)
      #expect(eventually { capture.silentCycles == 0 }, "the held note is played again")
      #expect(supervisor.status.faults.map(\.cause) == [.killed(signal: SIGKILL)])
      #expect(try capture.client.ports() == ports)
      #expect(engine.connections == patched)
      keyboard.play(status: 0x80, key: 69)
      #expect(eventually { capture.silentCycles > 2 })
    }

    @Test func onePeriodLaterIsReportedAsLatency() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.delay.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.client.connect(from: "system:capture_1", to: "Delay:in_1")
      let slot = engine.slot(ofInstance: 0)
      let heard = try #require(latency(server, "system:capture_1"))
      #expect(eventually { latency(server, "Delay:out_1") == heard })
      try slot.setTiming(.onePeriodLater)
      #expect(eventually { latency(server, "Delay:out_1") == heard + 256 })
      try slot.setTiming(.sameCycle)
      #expect(eventually { latency(server, "Delay:out_1") == heard })
    }

    @Test func anInstanceThatEndsWithoutAServerIsReplaced() throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let engine = try ChainEngine([try TestExtension.sine.start()], serverName: server.name)
      let supervisor = NodeSupervisor(
        name: "sine", slot: engine.slot(ofInstance: 0), policy: policy(.instance)
      ) { () throws(HostError) in try TestExtension.sine.restarted() }
      defer {
        supervisor.stop()
        engine.stop()
        engine.instances[0].terminate()
      }
      let log = EventLog(engine)
      #expect(eventually { supervisor.status.hasSpare })
      server.stop()
      #expect(eventually { log.contains { if case .serverGone = $0 { true } else { false } } })
      kill(engine.instances[0].process.identifier, SIGKILL)
      #expect(eventually { supervisor.status.faults.count == 1 })
      try server.restart(sampleRate: 44100)
      #expect(eventually { supervisor.status.restarts == 1 })
      let before = engine.sampleTime(ofInstance: 0)
      #expect(eventually { engine.sampleTime(ofInstance: 0) > before + 2048 })
      #expect(eventually { supervisor.status.hasSpare })
      #expect(engine.instances[0].process.exit == nil)
    }

    /// The latency of an output as another program reads it: the longest capture path, in frames.
    private func latency(_ server: JACKServer, _ port: String) -> Int? {
      let text = try? JACKServer.output(of: ["jack_lsp", "-s", server.name, "-l", port])
      let line = text?.split(separator: "\n").first { $0.contains("capture latency") }
      return line?.split(separator: " ").compactMap { Int($0) }.last
    }
  }
}

extension TestExtension {
  /// Starts it, with the host's own error.
  fileprivate func restarted() throws(HostError) -> Instance {
    do {
      return try start()
    } catch {
      throw error as? HostError ?? HostError(.launchFailed, "\(error)")
    }
  }
}
