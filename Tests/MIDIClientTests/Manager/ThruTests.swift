import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages
import Testing

extension MIDIClientTests {
  /// Connections between other programs.
  @Suite struct ThruTests {
    @Test func aDirectThruPassesAllAndEndsItsNotes() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let heard = Collector()
      let keys = try stage.device.addOutput(named: "keys")
      _ = try stage.device.addInput(named: "synth", receiver: heard.receiver)
      #expect(
        eventually { manager.endpoints.inputs.count == 1 && manager.endpoints.outputs.count == 1 })
      try manager.addThruConnection(
        outputs: manager.endpoints.outputs, inputs: manager.endpoints.inputs, tag: "thru")
      stage.play(0x10F8_0000, 0x2090_3C40, 0x2090_3D40, 0x2080_3D40, 0x20B0_407F, from: keys)
      #expect(eventually { heard.count == 5 })
      // Once, although the manager listens as well.
      #expect(
        heard.packets == [
          UMP(0x10F8_0000), UMP(0x2090_3C40), UMP(0x2090_3D40), UMP(0x2080_3D40), UMP(0x20B0_407F),
        ])
      manager.remove(.nonPersistentThruConnection, .withTag("thru"))
      #expect(eventually { heard.count == 7 }, "\(heard.packets)")
      #expect(heard.packets.suffix(2) == [UMP(0x2080_3C40), UMP(0x20B0_4000)])
      stage.play(0x2090_3C40, from: keys)
      #expect(manager.managedThruConnections.isEmpty)
      #expect(eventually { stage.notices.lines.filter { $0 == "thru" }.count == 2 })
      #expect(heard.count == 7)
    }

    @Test func aThruWithParametersFiltersMapsAndTransposes() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let heard = Collector()
      let keys = try stage.device.addOutput(named: "keys")
      _ = try stage.device.addInput(named: "synth", receiver: heard.receiver)
      #expect(
        eventually { manager.endpoints.inputs.count == 1 && manager.endpoints.outputs.count == 1 })
      var parameters = MIDIThruConnection.Parameters()
      parameters.filterOutBeatClock = true
      parameters.filterOutAllControls = true
      parameters.filterOutMTC = true
      parameters.filterOutSysEx = true
      parameters.filterOutTuneRequest = true
      parameters.channelMap[0] = 5
      parameters.channelMap[1] = nil
      parameters.transpose = 12
      parameters.noteRange = 36...127
      try manager.addThruConnection(
        outputs: manager.endpoints.outputs, inputs: manager.endpoints.inputs, tag: "thru",
        params: parameters)
      stage.settle({ [heard.packets] }) { stage.play($0.word0, from: keys) }
      heard.removeAll()
      stage.play(
        0x10F8_0000, 0x10F1_1100, 0x10F6_0000, 0x20B0_0740, 0x2091_3C40, 0x2090_2340, 0x2090_7440,
        0x2090_3C40, 0x20E0_0040, 0x2092_4040, from: keys)
      try stage.device.sendSysEx(sysExMessage(50), from: keys)
      stage.play(0x20C0_0100, from: keys)
      let expected = [UMP(0x2095_4840), UMP(0x20E5_0040), UMP(0x2092_4C40), UMP(0x20C5_0100)]
      #expect(eventually { heard.count == 4 })
      #expect(heard.packets == expected)
      // The source goes while its notes sound.
      stage.device.remove(keys)
      #expect(eventually { heard.count == 6 })
      #expect(heard.packets.suffix(2) == [UMP(0x2082_4C40), UMP(0x2085_4840)])
      let again = try stage.device.addOutput(named: "keys")
      #expect(eventually { manager.endpoints.outputs.count == 1 })
      #expect(
        eventually {
          stage.play(0x2093_0040 | 0x2800, from: again)
          return heard.count > 6
        })
      #expect(heard.packets.last == UMP(0x2093_3440))
    }
  }
}
