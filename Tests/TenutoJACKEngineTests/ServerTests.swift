import Glibc
import Synchronization
import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import TenutoSystem
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct ServerTests {
    @Test func withoutAServerTheErrorNamesTheRemedy() throws {
      #expect((try? JACKServerFormat(serverName: "tenuto-nobody")) == nil)
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let error = #expect(throws: HostError.self) {
        try ChainEngine([instance], serverName: "tenuto-nobody")
      }
      #expect(error?.code == .engineFailed)
      #expect(error?.message.contains("--engine clock") == true)
      #expect(error?.message.contains("tenuto-nobody") == true)
    }

    @Test func aHeldNoteContinuesWhenTheBufferSizeChanges() throws {
      // At 8000 Hz 64 frames last 8 ms, which a busy machine can keep.
      let server = try JACKServer(frameCount: 64, sampleRate: 8000, isSynchronous: true)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Sine:out_1")
      // A stalled machine misses cycles, in which the note fades: that attempt is void.
      var exactTries = 0
      for _ in 0..<50 where exactTries == 0 {
        capture.arm(16000)
        let misses = engine.readings()[0].misses
        keyboard.play(key: 69)
        for frameCount in [1024, 64] {
          let count = capture.count
          #expect(eventually { capture.count > count + 4000 })
          try capture.client.setBufferSize(frameCount)
          #expect(eventually { engine.format.bufferSize == frameCount })
        }
        #expect(eventually { capture.isFull })
        let isExact = engine.readings()[0].misses == misses
        keyboard.play(status: 0x80, key: 69)
        #expect(eventually { capture.silentCycles > 2 })
        guard isExact else { continue }
        exactTries += 1
        let heard = capture.heard
        let roughness = Sound.roughness(heard[2000...], hertz: 440, sampleRate: 8000)
        #expect(roughness < 1e-5)
        #expect(heard[2000...].map(\.magnitude).max() ?? 0 > 0.3)
      }
      #expect(exactTries > 0, "the machine stalled in each of 50 tries")
      // The change needed no new allocation: the same statistics continue.
      #expect(engine.readings()[0].cycles > 200)
    }

    @Test(arguments: [true, false])
    func aServerThatReturnsFindsItsConnections(isKilled: Bool) throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let chain = [try TestExtension.sine.start(), try TestExtension.delay.start()]
      defer { chain.forEach { $0.terminate() } }
      let engine = try ChainEngine(
        chain, song: Songs.melody(3000), connectsHardware: true, serverName: server.name)
      defer { engine.stop() }
      let log = EventLog(engine)
      // The user's connections.
      let user = try JACKClient(name: "user", serverName: server.name)
      try user.connect(from: "Sine:out_1", to: "system:playback_2")
      try user.disconnect(from: "Sine:out_2", to: "Delay:in_2")
      user.close()
      let expected: Set<JACKEngineConnection> = [
        .init("song:midi_out", "Sine:midi_in"), .init("Sine:out_1", "Delay:in_1"),
        .init("Sine:out_1", "system:playback_2"), .init("Delay:out_1", "system:playback_1"),
        .init("Delay:out_2", "system:playback_2"),
      ]
      #expect(eventually { engine.connections == expected })
      #expect(eventually { engine.reading.sampleTime > 4800 })

      let pids = chain.map(\.process.identifier)
      if isKilled { server.kill() } else { server.stop() }
      #expect(eventually { log.contains { if case .serverGone = $0 { true } else { false } } })
      let played = engine.reading.sampleTime
      try server.restart()
      #expect(eventually { log.contains { $0 == .serverReturned } })
      #expect(eventually { engine.reading.sampleTime > played + 4800 })
      #expect(chain.map(\.process.identifier) == pids)
      #expect(chain.allSatisfy { $0.process.exit == nil })

      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      #expect(try connections(observer) == expected)
      #expect(engine.clientNames == ["Sine", "Delay", "song"])
    }

    @Test func anotherSampleRateMovesTheSongWithIt() throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      // One endless note from the third second on: its pitch proves the kernel's rate.
      let engine = try ChainEngine(
        [instance], song: Songs.song([(0, 400, 57), (3000, 600_000, 69)]), serverName: server.name)
      defer { engine.stop() }
      let log = EventLog(engine)
      #expect(eventually { engine.reading.sampleTime > 24000 })
      server.kill()
      #expect(eventually { log.contains { if case .serverGone = $0 { true } else { false } } })
      let seconds = Double(engine.reading.sampleTime) / 48000
      try server.restart(sampleRate: 96000)
      #expect(eventually { log.contains { $0 == .serverReturned } })
      #expect(log.contains { $0 == .sampleRateChanged(96000) })
      #expect(engine.format.sampleRate == 96000)
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Sine:out_1")
      try capture.client.setFreewheel(true)
      #expect(Double(engine.reading.sampleTime) / 96000 > seconds - 0.1)
      #expect(eventually { engine.reading.sampleTime > 4 * 96000 })
      capture.arm(96000)
      #expect(eventually { capture.isFull })
      try capture.client.setFreewheel(false)
      let pitch = Sound.pitch(capture.heard[48000...], sampleRate: 96000)
      #expect(abs(pitch - 440) < 0.02)
    }

    @Test func extensionsHaveLessPriorityThanTheHost() throws {
      guard JACKServer.mayRunRealtime else {
        print("*** SKIPPED: no realtime priority here, so that of extensions is NOT tested")
        return
      }
      let server = try JACKServer()
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      #expect(engine.format.isRealtime)
      let host = priorities(of: getpid()).max() ?? 0
      let own = priorities(of: instance.process.identifier).max() ?? 0
      #expect(own >= 1)
      #expect(own < host)
    }

    /// The realtime priorities of a process's threads, 0 for none.
    private func priorities(of pid: pid_t) -> [CInt] {
      JACKServer.entries(of: "/proc/\(pid)/task").compactMap(pid_t.init).map { thread in
        var parameter = sched_param()
        return unsafe sched_getparam(thread, &parameter) == 0 ? parameter.sched_priority : 0
      }
    }

    /// The connections of the chain in JACK.
    private func connections(_ client: JACKClient) throws -> Set<JACKEngineConnection> {
      var found: Set<JACKEngineConnection> = []
      for source in try client.ports(flags: .output) where !source.hasPrefix("system:") {
        for destination in try client.connections(of: source) {
          found.insert(.init(source, destination))
        }
      }
      return found
    }
  }
}

extension JACKEngineConnection {
  init(_ source: String, _ destination: String) {
    self.init(source: source, destination: destination)
  }
}

/// The events of an engine so far.
final class EventLog: Sendable {
  private let events = Mutex<[JACKEngineEvent]>([])

  convenience init(_ engine: ChainEngine) { self.init(engine.events) }

  convenience init(_ engine: JACKGraphEngine) { self.init(engine.events) }

  private init(_ stream: AsyncStream<JACKEngineEvent>) {
    Task {
      for await event in stream { events.withLock { $0.append(event) } }
    }
  }

  func contains(_ isWanted: (JACKEngineEvent) -> Bool) -> Bool {
    events.withLock { $0.contains(where: isWanted) }
  }

  func count(_ isWanted: (JACKEngineEvent) -> Bool) -> Int {
    events.withLock { $0.count(where: isWanted) }
  }
}
