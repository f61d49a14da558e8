import TenutoJACK
import TenutoJACKEngine
import TenutoProcess
import TenutoRender
import Testing

extension JACKEngineTests {
  /// A server that ends, and one of the other kind that comes in its place.
  @Suite(.serialized) struct ServerChangeTests {
    @Test(arguments: [true, false])
    func itPlaysOnInAServerOfTheOtherKind(isJACKFirst: Bool) throws {
      let (jack, other): (PipeWire?, PipeWire?) = (nil, PipeWire())
      let kinds = isJACKFirst ? [jack, other, jack] : [other, jack, other]
      // They live until the end: what an ended one leaves is removed by its name, which all have.
      var servers = [try JACKServer(frameCount: 512, pipeWire: kinds[0])]
      defer { for server in servers.reversed() { server.stop() } }
      let chain = [try TestExtension.sine.start(), try TestExtension.delay.start()]
      defer { chain.forEach { $0.terminate() } }
      let engine = try ChainEngine(
        chain, song: Songs.song([(10, 600_000, 69)]), connectsHardware: true,
        serverName: servers[0].name)
      defer { engine.stop() }
      let pids = chain.map(\.process.identifier)
      let log = EventLog(engine)
      for (index, kind) in kinds.enumerated() {
        if index > 0 {
          let former = servers[index - 1]
          if index == 1 { former.kill() } else { former.stop() }
          #expect(eventually { log.count { $0.isLoss } == index })
          former.removeLeftovers()
          servers.append(try JACKServer(frameCount: 512, after: former, pipeWire: kind))
          #expect(eventually { log.count { $0 == .serverReturned } == index })
        }
        try checkSound(servers[index])
        let speaker = kind == nil ? "system:playback_1" : "system:playback_FL"
        let expected: Set<JACKEngineConnection> = [
          .init("Sine:out_1", "Delay:in_1"), .init("Delay:out_1", speaker),
          .init("song:midi_out", "Sine:midi_in"),
        ]
        #expect(eventually { expected.isSubset(of: engine.connections) }, "\(engine.connections)")
      }
      #expect(chain.map(\.process.identifier) == pids)
      #expect(chain.allSatisfy { $0.process.exit == nil })
    }

    /// The held note still sounds, at its pitch.
    private func checkSound(_ server: JACKServer) throws {
      let capture = try CaptureClient(server)
      defer { capture.close() }
      // PipeWire's ports may appear shortly after activation.
      #expect(eventually { (try? capture.connect(to: "Sine:out_1")) != nil })
      capture.arm(48000)
      #expect(eventually { capture.isFull })
      let pitch = Sound.pitch(capture.heard[24000...], sampleRate: 48000)
      #expect(abs(pitch - 440) < 5)
    }

    @Test func aNoteEndsWhenItsKeyboardIsGone() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer { capture.close() }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Sine:out_1")
      // The engine has seen the connection.
      #expect(eventually { !engine.engine.patches.isEmpty })
      capture.arm(24000)
      keyboard.play(key: 69)
      #expect(eventually { capture.isFull })
      #expect(capture.silentCycles == 0, "the note is held")
      keyboard.close()
      #expect(eventually { capture.silentCycles > 10 })
    }

    /// The end of another program's note may be lost with the server; the engine's own follows.
    @Test(arguments: [true, false])
    func onlyTheEnginesOwnNotesGoOnInAServerThatReturns(isOwn: Bool) throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine(
        [instance], song: isOwn ? Songs.song([(10, 600_000, 69)]) : nil, serverName: server.name)
      defer { engine.stop() }
      let log = EventLog(engine)
      let (keyboard, before) = (try Keyboard(server), try CaptureClient(server))
      if !isOwn {
        try keyboard.connect(to: "Sine:midi_in")
        #expect(eventually { !engine.engine.patches.isEmpty })
        keyboard.play(key: 69)
      }
      try before.connect(to: "Sine:out_1")
      before.arm(4800)
      #expect(eventually { before.isFull })
      server.kill()
      keyboard.close()
      before.close()
      #expect(eventually { log.count { $0.isLoss } == 1 })
      try server.restart()
      #expect(eventually { log.count { $0 == .serverReturned } == 1 })
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Sine:out_1")
      #expect(eventually { capture.cycles > 100 })
      #expect((capture.silentCycles < 10) == isOwn)
    }
  }
}

extension JACKEngineEvent {
  fileprivate var isLoss: Bool {
    if case .serverGone = self { return true }
    return false
  }
}
