import TenutoJACK
import TenutoMIDI
import TenutoProcess
import TenutoRender
import Testing

extension JACKEngineTests {
  @Suite(.serialized) struct MIDIOutputTests {
    @Test(arguments: [64, 512])
    func anArpeggiatorPlaysAnInstrumentAsOffline(frameCount: Int) throws {
      let file = Songs.chord([48, 55, 64, 71])
      let take = Take(
        song: Song(file), timeline: MusicalTimeline(file), frameCount: frameCount,
        start: { [try TestExtension.arpeggiator.start(), try TestExtension.sawtooth.start()] })
      let rendered = try take.rendered()
      let server = try JACKServer(frameCount: frameCount)
      defer { server.stop() }
      let recorded = try take.recorded(server) { engine in
        #expect(
          engine.connections.isSuperset(of: [
            .init("song:midi_out", "Arpeggiator:midi_in"),
            .init("Arpeggiator:midi_out", "Sawtooth:midi_in"),
          ]))
      }
      #expect(recorded[0].count >= rendered[0].count)
      for channel in 0..<2 {
        let difference = rendered[channel].indices.first {
          recorded[channel][$0] != rendered[channel][$0]
        }
        #expect(difference == nil, "channel \(channel)")
      }
      #expect(recorded[0].map(\.magnitude).max() ?? 0 > 0.1)
    }

    @Test func aPortHasTheNameOfItsOutput() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let instance = try TestExtension.arpeggiator.start()
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      let observer = try JACKClient(name: "observer", serverName: server.name)
      defer { observer.close() }
      #expect(
        try observer.ports(matching: "Arpeggiator:", flags: .output) == ["Arpeggiator:midi_out"])
      let name = try observer.property(.prettyName, ofPortNamed: "Arpeggiator:midi_out")
      #expect(name == "Arpeggio")
    }

    /// It arrives over five cycles, and is longer than a port's buffer of one cycle.
    @Test func aLongSystemExclusiveGoesOutWhole() throws {
      let server = try JACKServer(frameCount: 64)
      defer { server.stop() }
      let instance = try TestExtension.routing("aumi octv Test")
      defer { instance.terminate() }
      let engine = try ChainEngine([instance], serverName: server.name)
      defer { engine.stop() }
      // A bypassed effect passes its input through.
      engine.setBypass(true, ofInstance: 0)
      let (keyboard, capture) = (try SysExKeyboard(server), try SysExCaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Octave:midi_in")
      try capture.connect(to: "Octave:midi_out")
      try capture.client.setFreewheel(true)
      keyboard.send(byteCount: 60_000)
      #expect(eventually { capture.notes == 1 })
      try capture.client.setFreewheel(false)
      #expect(capture.byteCount == 60_002)
      #expect(capture.wrongBytes == 0)
      #expect(engine.readings()[0].lostEvents == 0)
    }

    @Test func excessEventsAreLostAndCounted() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let chain = [try TestExtension.routing("aumi flod Test"), try TestExtension.sine.start()]
      defer { chain.forEach { $0.terminate() } }
      let engine = try ChainEngine(chain, serverName: server.name)
      defer { engine.stop() }
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.client.setFreewheel(true)
      #expect(eventually { engine.readings()[0].cycles > 50 })
      try capture.client.setFreewheel(false)
      #expect(engine.readings()[0].lostEvents > 10_000)
      #expect(chain.allSatisfy { $0.process.exit == nil })
    }
  }
}
