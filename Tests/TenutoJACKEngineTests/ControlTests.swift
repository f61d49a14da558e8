import Synchronization
import TenutoCore
import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import TenutoSystem
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct ControlTests {
    @Test func anInstanceIsReplacedUnderAHeldNote() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let (old, new) = (try TestExtension.sine.start(), try TestExtension.sine.start())
      defer {
        old.terminate()
        new.terminate()
      }
      let engine = try ChainEngine([old], serverName: server.name)
      defer { engine.stop() }
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
      try capture.client.setFreewheel(true)
      keyboard.play(key: 69)
      #expect(eventually { capture.silentCycles == 0 })

      let left = Mutex(Instance?.none)
      try new.set(0, to: 0.25)
      try engine.replace(instance: 0, with: new) { gone in left.withLock { $0 = gone } }
      #expect(eventually { left.withLock { $0 } === old })
      #expect(engine.instances[0] === new)
      #expect(old.process.exit == nil, "its end is the caller's")
      old.terminate()
      capture.arm(24000)
      try #require(eventually { capture.isFull })
      let heard = capture.heard[4800...]
      #expect(abs(Sound.pitch(heard, sampleRate: 48000) - 440) < 0.05)
      #expect(abs((heard.max() ?? 0) - 0.25 * 100 / 127) < 0.02, "the new one's own level")
      #expect(try capture.client.ports() == ports)
      #expect(engine.connections == patched)
      keyboard.play(status: 0x80, key: 69)
      #expect(eventually { capture.silentCycles > 2 })
      try capture.client.setFreewheel(false)
    }

    @Test func anEffectIsMutedAndUnmutedWithoutAClick() throws {
      let server = try JACKServer(frameCount: 512, isSynchronous: true)
      defer { server.stop() }
      let chain = [try TestExtension.sine.start(), try TestExtension.delay.start()]
      defer { chain.forEach { $0.terminate() } }
      try chain[1].set(0, to: 0)
      let engine = try ChainEngine(chain, serverName: server.name)
      defer { engine.stop() }
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Delay:out_1")
      keyboard.play(key: 69)
      #expect(eventually { capture.cycles > 20 && capture.silentCycles == 0 })
      capture.arm(CaptureClient.capacity)
      for _ in 0..<2 {
        try engine.setMute(true, ofInstance: 1)
        #expect(eventually { capture.silentCycles > 2 })
        #expect(engine.isMuted(instance: 1))
        try engine.setMute(false, ofInstance: 1)
        let cycles = capture.cycles
        #expect(eventually { capture.silentCycles == 0 && capture.cycles > cycles + 4 })
      }
      let heard = capture.heard
      #expect(heard.contains(0))
      // A fade of 64 frames plus the steps of a tone of 440 Hz at that level.
      #expect(zip(heard, heard.dropFirst()).map { ($0 - $1).magnitude }.max() ?? 1 < 0.06)
    }

    /// Everything is created again, for another rate.
    @Test func mutedNodesStayMuted() throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let log = EventLog(engine)
      try engine.setMute(true, ofInstance: 0)
      server.stop()
      #expect(eventually { log.contains { if case .serverGone = $0 { true } else { false } } })
      try server.restart(sampleRate: 96000)
      #expect(eventually { log.contains { $0 == .serverReturned } })
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Sine:out_1")
      keyboard.play(key: 69)
      let cycles = capture.cycles
      #expect(eventually { capture.cycles > cycles + 20 })
      #expect(capture.silentCycles > 20)
      try engine.setMute(false, ofInstance: 0)
      #expect(eventually { capture.silentCycles == 0 })
    }

    @Test func otherPortsAreRefused() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let (own, other) = (try TestExtension.sine.start(), try TestExtension.delay.start())
      defer {
        own.terminate()
        other.terminate()
      }
      let engine = try ChainEngine([own], serverName: server.name)
      defer { engine.stop() }
      let error = #expect(throws: HostError.self) {
        try engine.replace(instance: 0, with: other)
      }
      #expect(error?.code == .formatRefused)
      #expect(engine.instances[0] === own)
    }

    /// The extension keeps its parameters: a kernel created for another rate has them.
    @Test func parametersOutliveTheServer() throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let (old, instance) = (try TestExtension.sine.start(), try TestExtension.sine.start())
      defer {
        old.terminate()
        instance.terminate()
      }
      let engine = try ChainEngine([old], serverName: server.name)
      defer { engine.stop() }
      let log = EventLog(engine)
      // The replacement of an instance is prepared again.
      let left = Mutex(false)
      try engine.replace(instance: 0, with: instance) { _ in left.withLock { $0 = true } }
      #expect(eventually { left.withLock { $0 } })
      old.terminate()
      #expect(engine.setParameter(0, to: 0.25, ofInstance: 0))
      let before = engine.sampleTime(ofInstance: 0)
      #expect(eventually { engine.sampleTime(ofInstance: 0) > before + 1024 })
      server.stop()
      #expect(eventually { log.contains { if case .serverGone = $0 { true } else { false } } })
      try server.restart(sampleRate: 96000)
      #expect(eventually { log.contains { $0 == .serverReturned } })
      #expect(try peak(server, engine) == 0.25)

      server.stop()
      let count = engine.sampleTime(ofInstance: 0)
      #expect(eventually { !engine.engine.isOpen })
      #expect(engine.setParameter(0, to: 0.125, ofInstance: 0))
      try server.restart(sampleRate: 96000)
      #expect(eventually { engine.sampleTime(ofInstance: 0) > count + 1024 })
      #expect(try peak(server, engine) == 0.125)
    }

    /// The level of a loud note, to three places.
    private func peak(_ server: JACKServer, _ engine: ChainEngine) throws -> Float {
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Sine:out_1")
      try capture.client.setFreewheel(true)
      // A connection to a server that has just returned exists a cycle later.
      #expect(
        eventually {
          keyboard.play(key: 69)
          return capture.silentCycles == 0
        })
      keyboard.play(status: 0x80, key: 69)
      #expect(eventually { capture.silentCycles > 2 })
      capture.arm(19200)
      keyboard.play(key: 69, velocity: 127)
      #expect(eventually { capture.isFull })
      keyboard.play(status: 0x80, key: 69)
      #expect(eventually { capture.silentCycles > 2 })
      try capture.client.setFreewheel(false)
      let peak = capture.heard[9600...].max() ?? 0
      return (peak * 1000).rounded() / 1000
    }

    @Test func aBypassedEffectIsItsInputLaterByItsLatency() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let chain = [try TestExtension.sine.start(), try TestExtension.routing("aufx late Test")]
      defer { chain.forEach { $0.terminate() } }
      let engine = try ChainEngine(chain, serverName: server.name)
      defer { engine.stop() }
      let keyboard = try Keyboard(server)
      let (dry, wet) = (try CaptureClient(server), try CaptureClient(server, name: "wet"))
      defer {
        keyboard.close()
        dry.close()
        wet.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try dry.connect(to: "Sine:out_1")
      try wet.connect(to: "Late:out_1")
      try wet.client.setFreewheel(true)
      for (isBypassed, gain) in [(true, Float(1)), (false, 0.5)] {
        engine.setBypass(isBypassed, ofInstance: 1)
        let cycles = wet.cycles
        #expect(eventually { wet.cycles > cycles + 4 })
        dry.arm(4096)
        wet.arm(4096)
        keyboard.play(key: 69)
        #expect(eventually { dry.isFull && wet.isFull })
        let shift = Int(Int32(bitPattern: wet.firstTime &- dry.firstTime)) - 37
        let (input, output) = (dry.heard, wet.heard)
        let wrong = (100..<3000).first { output[$0] != input[$0 + shift] * gain }
        #expect(wrong == nil, "gain \(gain)")
        keyboard.play(status: 0x80, key: 69)
        #expect(eventually { dry.silentCycles > 2 && wet.silentCycles > 2 })
      }
      try wet.client.setFreewheel(false)
    }

    @Test func aRampIsAStraightLineFromItsFrame() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.routing("aumu levl Test")
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Level:out_1")
      try capture.client.setFreewheel(true)
      capture.arm(9600)
      #expect(engine.ramp(0, to: 1, frameCount: 4800, ofInstance: 0))
      #expect(eventually { capture.isFull })
      try capture.client.setFreewheel(false)
      // Over 18 cycles and 192 frames.
      let wrong = capture.heard.indices.first {
        abs(capture.heard[$0] - min(1, Float($0 + 1) / 4800)) > 1e-4
      }
      #expect(wrong == nil)
    }
  }
}
