import TenutoMIDI
import Testing

/// Translates one event and writes it as MIDI 1.0 bytes.
private func stream(_ event: VoiceEvent) -> [UInt8] {
  bytes(of: MIDI2ToMIDI1Translator().translate(event.ump).array)
}

@Suite struct MIDI2ToMIDI1Tests {
  @Test func voiceMessagesAreScaledDown() {
    #expect(stream(.noteOn(channel: 3, note: 60, velocity: 0xFFFF)) == [0x93, 60, 127])
    #expect(stream(.noteOff(channel: 3, note: 60, velocity: 0x8000)) == [0x83, 60, 64])
    #expect(stream(.polyPressure(channel: 0, note: 60, value: 0xFFFF_FFFF)) == [0xA0, 60, 127])
    #expect(stream(.controlChange(channel: 0, controller: 7, value: 1 << 31)) == [0xB0, 7, 64])
    #expect(stream(.channelPressure(channel: 0, value: 1 << 31)) == [0xD0, 64])
    #expect(stream(.pitchBend(channel: 0, value: 1 << 31)) == [0xE0, 0, 64])
    #expect(stream(.pitchBend(channel: 0, value: .max)) == [0xE0, 127, 127])
  }

  @Test(arguments: [0, 1, 511] as [UInt16])
  func aQuietNoteOnStaysANoteOn(velocity: UInt16) {
    #expect(stream(.noteOn(channel: 0, note: 60, velocity: velocity)) == [0x90, 60, 1])
  }

  @Test func aNoteOffMayHaveVelocityZero() {
    #expect(stream(.noteOff(channel: 0, note: 60, velocity: 0)) == [0x80, 60, 0])
  }

  @Test func aParameterIsFourControlChanges() {
    let value = MIDIScaling.up14To32(3 << 7 | 4)
    let registered = VoiceEvent.registeredController(channel: 1, bank: 5, index: 6, value: value)
    let rpn: [UInt8] = [0xB1, 101, 5, 0xB1, 100, 6, 0xB1, 6, 3, 0xB1, 38, 4]
    #expect(stream(registered) == rpn)
    let assignable = VoiceEvent.assignableController(channel: 1, bank: 5, index: 6, value: value)
    let nrpn: [UInt8] = [0xB1, 99, 5, 0xB1, 98, 6, 0xB1, 6, 3, 0xB1, 38, 4]
    #expect(stream(assignable) == nrpn)
  }

  @Test func aProgramChangeWithABankIsThreeMessages() {
    let bank = BankSelect(msb: 1, lsb: 2)
    let withBank = VoiceEvent.programChange(channel: 0, program: 5, bank: bank)
    #expect(stream(withBank) == [0xB0, 0, 1, 0xB0, 32, 2, 0xC0, 5])
    #expect(stream(.programChange(channel: 0, program: 5, bank: .unchanged)) == [0xC0, 5])
  }

  @Test(
    arguments: [
      .perNotePitchBend(channel: 0, note: 60, value: 0),
      .registeredPerNoteController(channel: 0, note: 60, index: 1, value: 0),
      .assignablePerNoteController(channel: 0, note: 60, index: 1, value: 0),
      .perNoteManagement(channel: 0, note: 60, flags: 3),
      .noteOn(channel: 0, note: 128, velocity: 1), .noteOff(channel: 0, note: 200, velocity: 1),
      .registeredController(channel: 0, bank: 128, index: 0, value: 0),
      .assignableController(channel: 0, bank: 0, index: 128, value: 0),
      .programChange(channel: 0, program: 128, bank: .unchanged),
      .other(UMP(0x4040_0000)), .other(UMP(0x4050_0000)),
    ] as [VoiceEvent])
  func featuresUnknownToMIDI1AreDropped(event: VoiceEvent) {
    #expect(stream(event) == [])
  }

  @Test(arguments: [0, 6, 32, 38, 98, 99, 100, 101] as [UInt8])
  func forbiddenControlChangesAreDropped(controller: UInt8) {
    #expect(stream(.controlChange(channel: 0, controller: controller, value: 1)) == [])
  }

  @Test func upAndDownGivesTheSameBytes() {
    var random = SeededGenerator(seed: 6)
    let down = MIDI2ToMIDI1Translator()
    for _ in 0..<randomCaseCount(release: 200_000) {
      var up = MIDI1ToMIDI2Translator()
      let status = UInt8.random(in: 0x80...0xEF, using: &random)
      let first = status & 0xF0 == 0xB0 ? 7 : random.byte() & 0x7F
      let second = max(1, random.byte() & 0x7F)
      guard let message = MIDI1ChannelMessage(status: status, data1: first, data2: second) else {
        continue
      }
      let back = up.translate(message.ump(group: 7)).array.flatMap { down.translate($0).array }
      #expect(back == [message.ump(group: 7)])
    }
  }
}
