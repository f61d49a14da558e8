import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages
import Testing

extension MIDIClientTests {
  /// MIDI 1.0 bytes from a keyboard at inputs with MIDI 2.0: a patchbay may connect anything.
  ///
  /// PipeWire 0.3.65 does not keep the flag of packet ports.
  @Suite(.enabled(if: PipeWire.wanted == nil)) struct ByteKeyboardTests {
    @Test func anInputOfMIDI2HearsAKeyboardOfBytesInMIDI2() throws {
      let pair = try ManagerPair(preferredProtocol: .midi2_0)
      defer { pair.close() }
      let events = Events()
      let lines = Lines()
      try pair.one.addInput(
        name: "Synth", tag: "synth", uniqueID: .adHoc,
        receiver: .group([events.receiver(), .rawData { lines.add("\($0)") }]))
      let input = try #require(pair.one.managedInputs["synth"])
      #expect(input.midiProtocol == .midi2_0)
      let keys = try pair.device.addOutput(named: "keys")
      try pair.device.connect(source: "device:keys", destination: "one:Synth")
      let played = [
        UMP(0x2093_3C64), UMP(0x20B3_4A40), UMP(0x20E3_0040), UMP(0x2083_3C40),
      ]
      pair.device.send(played.map { HostTimedUMP(hostTime: 0, ump: $0) }, from: keys)
      #expect(eventually { events.all.count == 4 }, "\(events.all)")
      let words = events.all.flatMap { $0.midi2RawUMPWords(protocol: .midi2_0) }
      #expect(words.map { $0[0] } == [0x4093_3C00, 0x40B3_4A00, 0x40E3_0000, 0x4083_3C00])
      #expect(events.all.first == .noteOn(60, velocity: .midi1(100), channel: 3))
      // The second receiver of a group is called after the first.
      #expect(eventually { lines.all.count == 4 })
      #expect(lines.all.allSatisfy { $0.contains("universalPacket") })
    }

    @Test func incompletePairsAreStillDelivered() throws {
      let pair = try ManagerPair(preferredProtocol: .midi2_0)
      defer { pair.close() }
      let events = Events()
      try pair.one.addInput(
        name: "Synth", tag: "synth", uniqueID: .adHoc, receiver: events.receiver())
      let keys = try pair.device.addOutput(named: "keys")
      try pair.device.connect(source: "device:keys", destination: "one:Synth")
      // RPN 0, data entry MSB 12, and no LSB.
      let played = [UMP(0x20B0_6500), UMP(0x20B0_6400), UMP(0x20B0_060C)]
      pair.device.send(played.map { HostTimedUMP(hostTime: 0, ump: $0) }, from: keys)
      #expect(eventually { events.all.count == 1 }, "\(events.all)")
      #expect(
        events.all.flatMap { $0.midi2RawUMPWords(protocol: .midi2_0) } == [
          [0x4020_0000, 0x1800_0000]
        ])
    }

    @Test func oneInputAcceptsBytesAndPackets() throws {
      let pair = try ManagerPair()
      defer { pair.close() }
      let heard = Collector()
      _ = try pair.device.addInput(named: "synth", isUMP: true, receiver: heard.receiver)
      let keys = try pair.device.addOutput(named: "keys")
      let pads = try pair.device.addOutput(named: "pads", isUMP: true)
      for name in ["keys", "pads"] {
        try pair.device.connect(source: "device:\(name)", destination: "device:synth")
      }
      let rich = UMP(0x4091_3E00, 0x8123_0000)
      let sysEx: [UInt8] = [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0x02, 0x03, 0xF7]
      pair.device.send([HostTimedUMP(hostTime: 0, ump: rich)], from: pads)
      pair.device.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C64))], from: keys)
      try pair.device.sendSysEx(sysEx, from: keys)
      let expected: Set<UMP> = [rich, UMP(0x2090_3C64), UMP(0x3006_7E7F, 0x0601_0203)]
      #expect(eventually { Set(heard.packets) == expected }, "\(heard.packets)")
    }
  }
}
