import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages
import Testing

extension MIDIClientTests {
  /// The kinds of receivers, and their options.
  @Suite struct ReceiverTests {
    @Test func everyKindOfReceiverGetsTheEvents() throws {
      let stage = try Stage()
      defer { stage.close() }
      let keys = try stage.device.addOutput(named: "keys")
      let strong = Events()
      var weakly: Events? = Events()
      let gone = Lines()
      let logged = Lines()
      let raw = Lines()
      let hex = Lines()
      let grouped = Events()
      let weakReceiver = try MIDIReceiver.weak(#require(weakly))
      try stage.manager.addInputConnection(
        to: .allOutputs, tag: "in",
        receiver: .group([
          .strong(strong), weakReceiver, .eventsLogging { logged.add($0) },
          .rawData { packet in
            raw.add("\(packet.bytes) \(packet.source?.name ?? "") \(packet.timeStamp > 0)")
          },
          .rawDataLogging { hex.add($0) }, grouped.receiver(),
          .events { events, _, _ in gone.add(events.description) },
        ]))
      #expect(stage.isListening(to: 1))
      stage.play(0x2090_3C40, from: keys)
      #expect(eventually { gone.all.count == 1 })
      let note = MIDIEvent.noteOn(60, velocity: .midi1(64), channel: 0)
      #expect(strong.all == [note] && grouped.all == [note])
      #expect(strong.moments.map(\.source) == ["keys"])
      #expect(weakly?.all == [note])
      #expect(raw.all == ["[144, 60, 64] keys true"])
      let line = "[noteOn(C4, velocity: 64, channel: 0, group: 0)] - timeStamp: "
      #expect(logged.all.first?.hasPrefix(line) == true)
      #expect(hex.all.first?.hasPrefix("90 3C 40 - timeStamp: ") == true)
      weakly = nil
      let other = Events()
      stage.manager.managedInputConnections["in"]?.setReceiver(other.receiver())
      stage.play(0x2080_3C40, from: keys)
      #expect(eventually { other.all.count == 1 })
      #expect(strong.all == [note] && gone.all.count == 1)
    }

    @Test func optionsTakeEffect() throws {
      let stage = try Stage()
      defer { stage.close() }
      let plain = Events()
      let all = Events()
      let keys = try stage.device.addOutput(named: "keys")
      try stage.manager.addInputConnection(
        to: .allOutputs, tag: "plain", receiver: plain.receiver())
      try stage.manager.addInputConnection(
        to: .allOutputs, tag: "all",
        receiver: all.receiver(options: [
          .translateMIDI1NoteOnZeroVelocityToNoteOff, .filterActiveSensingAndClock,
          .bundleRPNAndNRPNDataEntryLSB,
        ]))
      #expect(stage.isListening(to: 1))
      stage.settle({ [plain.packets, all.packets] }) { stage.play($0.word0, from: keys) }
      for events in [plain, all] { events.removeAll() }
      stage.play(0x10F8_0000, 0x10FE_0000, 0x2090_3C00, from: keys)
      stage.play(0x20B0_6500, 0x20B0_6400, 0x20B0_060C, from: keys)
      #expect(eventually { plain.all.count == 4 && all.all.count == 2 })
      // PipeWire turns it into a note off on the way.
      let silent: MIDIEvent =
        PipeWire.wanted == nil
        ? .noteOn(60, velocity: .midi1(0), channel: 0)
        : .noteOff(60, velocity: .midi1(64), channel: 0)
      let bend = MIDIEvent.rpn(.pitchBendSensitivity(semitones: 12, cents: 0), channel: 0)
      #expect(plain.all == [.timingClock(), .activeSensing(), silent, bend])
      #expect(all.all == [.noteOff(60, velocity: .midi1(64), channel: 0), bend])
    }

    @Test func aLongSysExIsOneEventOfItsSource() throws {
      let stage = try Stage()
      defer { stage.close() }
      let events = Events()
      let one = try stage.device.addOutput(named: "one")
      let two = try stage.device.addOutput(named: "two")
      try stage.manager.addInputConnection(
        to: .allOutputs, tag: "in", receiver: events.receiver())
      #expect(stage.isListening(to: 2))
      let first = sysExMessage(100_000)
      let second = sysExMessage(60_000)
      // PipeWire continues without a late client, which loses part of a message.
      let areWhole = try (0..<5).contains { _ in
        events.removeAll()
        try stage.device.sendSysEx(first, from: one)
        try stage.device.sendSysEx(second, from: two)
        guard eventually({ events.all.count == 2 }) else { return false }
        let bytes = Dictionary(grouping: events.moments) { $0.source }
          .mapValues { $0.flatMap(\.events).flatMap { $0.midi1RawBytes() } }
        return bytes["one"] == first && bytes["two"] == second
      }
      #expect(areWhole)
    }
  }
}
