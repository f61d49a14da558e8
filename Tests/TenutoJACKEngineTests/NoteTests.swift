import TenutoJACK
import TenutoMIDI
import TenutoRender
import Testing

extension JACKEngineTests {
  /// While the server freewheels no deadline is missed: exact results are exact on a busy machine.
  @Suite(.serialized) struct NoteTests {
    @Test func aNoteSoundsAtItsFrameOfItsCycle() throws {
      let server = try JACKServer(frameCount: 256)
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
      try capture.client.setFreewheel(true)
      for frameOffset in [0, 1, 63, 64, 127, 200, 254, 255] {
        capture.arm(1024)
        let time = try #require(keyboard.play(key: 69, at: frameOffset))
        #expect(eventually { capture.isFull })
        // The tone begins at the note's frame, perhaps with a sample near 0.
        let onset = try #require(capture.onset)
        #expect((0...1).contains(Int32(bitPattern: onset &- time)), "frame \(frameOffset)")
        keyboard.play(status: 0x80, key: 69)
        #expect(eventually { capture.silentCycles > 2 })
      }
      try capture.client.setFreewheel(false)
      #expect(engine.readings()[0].badSamples < 100_000)
    }

    @Test(arguments: [UInt8(45), 69, 93]) func itsPitchIsRight(key: UInt8) throws {
      let server = try JACKServer(frameCount: 128)
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
      try capture.connect(to: "Sine:out_2")
      try capture.client.setFreewheel(true)
      capture.arm(48000)
      keyboard.play(key: key)
      #expect(eventually { capture.isFull })
      try capture.client.setFreewheel(false)
      let pitch = Sound.pitch(capture.heard[4800...], sampleRate: 48000)
      #expect(abs(pitch - Sound.frequency(ofKey: key)) < 0.02)
    }

    @Test func thirtyTwoNotesSoundAtOnce() throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let instance = try TestExtension.sawtooth.start()
      defer { instance.terminate() }
      let keys = (0..<32).map { UInt8(60 + $0) }
      let engine = try ChainEngine(
        [instance], song: Songs.song(keys.map { (10, 2000, $0) }), startsAtOnce: false,
        serverName: server.name)
      defer { engine.stop() }
      let capture = try CaptureClient(server)
      defer { capture.close() }
      try capture.connect(to: "Sawtooth:out_1")
      try capture.client.setFreewheel(true)
      capture.arm(72000)
      engine.start()
      #expect(eventually { capture.isFull })
      try capture.client.setFreewheel(false)
      let heard = capture.heard[24000...]
      for key in keys {
        let note = Sound.frequency(ofKey: key)
        let own = Sound.amplitude(heard, at: note, sampleRate: 48000)
        // Between the notes, away from the harmonics of any note.
        let between = Sound.amplitude(heard, at: note * 1.0293, sampleRate: 48000)
        #expect(own > 20 * between, "key \(key): \(own) against \(between)")
      }
      #expect(engine.readings()[0].lostEvents == 0)
    }

    @Test func aParameterIsSetWhilePlaying() throws {
      let server = try JACKServer(frameCount: 128)
      defer { server.stop() }
      let instance = try TestExtension.sine.start()
      defer { instance.terminate() }
      let engine = try ChainEngine(
        [instance], settings: [(0, 0, 0.25)],
        serverName: server.name)
      defer { engine.stop() }
      let (keyboard, capture) = (try Keyboard(server), try CaptureClient(server))
      defer {
        keyboard.close()
        capture.close()
      }
      try keyboard.connect(to: "Sine:midi_in")
      try capture.connect(to: "Sine:out_1")
      try capture.client.setFreewheel(true)
      capture.arm(9600)
      keyboard.play(key: 69, velocity: 127)
      #expect(eventually { capture.isFull })
      let peak = capture.heard[4800...].map(\.magnitude).max() ?? 0
      #expect(abs(peak - 0.25) < 0.001)
      #expect(engine.setParameter(0, to: 0, ofInstance: 0))
      #expect(eventually { capture.silentCycles > 2 })
      try capture.client.setFreewheel(false)
    }
  }
}
