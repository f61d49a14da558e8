import TenutoJACK
import TenutoJACKEngine
import TenutoMIDI
import TenutoRender
import Testing

extension JACKEngineTests {
  /// The fixture `time` writes the beat modulo 1 to the left, the tempo over 1000 to the right,
  /// negative while stopped.
  @Suite(.serialized) struct ContextTests {
    @Test func aTimebaseMasterReachesTheKernel() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.routing("augn time Test")
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let master = try Timebase(server)
      defer { master.close() }
      let (beat, tempo) = (try CaptureClient(server), try CaptureClient(server, name: "tempo"))
      defer {
        beat.close()
        tempo.close()
      }
      try beat.connect(to: "Time:out_1")
      try tempo.connect(to: "Time:out_2")
      try beat.client.setFreewheel(true)
      // At the transport's start the beat is 0: the output begins with the first frame.
      beat.arm(96000)
      tempo.arm(96000)
      #expect(eventually { tempo.isFull })
      #expect(tempo.heard.suffix(1000).allSatisfy { $0 == -0.137 }, "it stands")
      #expect(beat.count == 0)
      try beat.client.startTransport()
      #expect(eventually { beat.isFull })
      tempo.arm(4800)
      #expect(eventually { tempo.isFull })
      try beat.client.setFreewheel(false)
      let isRolling = tempo.heard.allSatisfy { $0 == 0.137 }
      #expect(isRolling)
      #expect(beat.gaps == 0)
      let expected = (0..<96000).map { Double($0) / 48000 * Timebase.tempo / 60 }
      // A timebase master counts whole frames.
      #expect(distance(beat.heard, expected) < 1.1 * Timebase.tempo / 60 / 48000)
    }

    @Test func aSongsOwnTimeIsTheContextOfAllNodes() throws {
      let file = Songs.chord([60])
      let take = Take(
        song: Song(file), timeline: MusicalTimeline(file), frameCount: 256,
        start: { [try TestExtension.sine.start(), try TestExtension.routing("augn time Test")] })
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let rendered = try take.rendered()
      let recorded = try take.recorded(server).map { $0.prefix(rendered[0].count) }
      // Without a connection, JACK need not run the song's client before this node: it may lag by a
      // cycle.
      for tempo: Float in [0.12, 0.1, -0.12] {
        let count = recorded[1].count { $0 == tempo }
        let expected = rendered[1].count { $0 == tempo }
        #expect(abs(count - expected) <= 512 && expected > 10_000, "\(tempo)")
      }
      let isKnown = recorded[1].allSatisfy { $0 == 0.12 || $0 == 0.1 || $0 == -0.12 }
      #expect(isKnown)
    }

    @Test func aSongsTempoTakesPrecedenceOverATimebaseMasters() throws {
      let file = Songs.chord([60])
      let take = Take(
        song: Song(file), timeline: MusicalTimeline(file), frameCount: 256,
        start: { [try TestExtension.sine.start(), try TestExtension.routing("augn time Test")] })
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let master = try Timebase(server)
      defer { master.close() }
      let tempos = try take.recorded(server)[1]
      let isSongs = tempos.contains(0.12) && !tempos.contains(0.137)
      #expect(isSongs)
    }

    @Test func theSongsTimeContinuesAtAnotherSampleRate() throws {
      let server = try JACKServer(frameCount: 512)
      defer { server.stop() }
      let chain = [try TestExtension.sine.start(), try TestExtension.routing("augn time Test")]
      defer { chain.forEach { $0.terminate() } }
      // A tenth of a beat per second: the output encodes the position in the song.
      let engine = try ChainEngine(
        chain, song: Songs.song([(0, 60_000, 69)]), timeline: MusicalTimeline(tempo: 6),
        serverName: server.name)
      defer { engine.stop() }
      let log = EventLog(engine)
      #expect(eventually { engine.reading.sampleTime > 48000 })
      server.stop()
      #expect(eventually { log.contains { if case .serverGone = $0 { true } else { false } } })
      let seconds = Double(engine.reading.sampleTime) / 48000
      try server.restart(sampleRate: 96000)
      #expect(eventually { log.contains { $0 == .serverReturned } })
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Time:out_1")
      try capture.client.setFreewheel(true)
      capture.arm(9600)
      #expect(eventually { capture.isFull })
      let end = Double(engine.reading.sampleTime) / 96000
      try capture.client.setFreewheel(false)
      let heard = capture.heard.map(Double.init)
      // The last node may have missed the cycle in which the server ended.
      #expect(heard[0] > (seconds - 0.02) / 10 && heard[9599] <= end / 10)
      // JACK does not order this node after the song's client: it may lag by a cycle.
      let cycle = 513.0 / 96000 / 10
      #expect(abs(heard[9599] - heard[0] - 9599.0 / 96000 / 10) < cycle)
    }

    /// The largest distance of beats modulo 1.
    private func distance(_ heard: [Float], _ expected: [Double]) -> Double {
      var worst = 0.0
      for (heard, expected) in zip(heard, expected) {
        let difference = Double(heard) - expected
        worst = max(worst, abs(difference - difference.rounded()))
      }
      return worst
    }
  }
}
