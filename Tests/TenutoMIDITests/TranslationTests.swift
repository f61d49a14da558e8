import TenutoMIDI
import Testing

/// Translates MIDI 1.0 bytes with one translator.
private func translate(_ stream: [UInt8], group: UInt8 = 0) -> [UMP] {
  var translator = MIDI1ToMIDI2Translator()
  return parseAll(stream, group: group).flatMap { translator.translate($0).array }
}

private func events(_ stream: [UInt8]) -> [VoiceEvent] {
  translate(stream).map { VoiceEvent($0) }
}

/// Channel 0, RPN 0/0 (pitch bend range) to two semitones.
private let range = VoiceEvent.registeredController(
  channel: 0, bank: 0, index: 0, value: MIDIScaling.up14To32(2 << 7))

@Suite struct MIDI1ToMIDI2Tests {
  @Test func goldenPackets() {
    #expect(translate([0x93, 60, 127], group: 2) == [UMP(0x4293_3C00, 0xFFFF_0000)])
    #expect(translate([0x93, 60, 64]) == [UMP(0x4093_3C00, 0x8000_0000)])
    #expect(translate([0x83, 60, 0]) == [UMP(0x4083_3C00)])
    #expect(translate([0xB0, 7, 127]) == [UMP(0x40B0_0700, 0xFFFF_FFFF)])
    #expect(translate([0xA0, 60, 64]) == [UMP(0x40A0_3C00, 0x8000_0000)])
    #expect(translate([0xD0, 64]) == [UMP(0x40D0_0000, 0x8000_0000)])
    #expect(translate([0xE0, 0, 64]) == [UMP(0x40E0_0000, 0x8000_0000)])
    #expect(translate([0xC0, 5]) == [UMP(0x40C0_0000, 0x0500_0000)])
  }

  @Test func noteOnOfVelocityZeroIsANoteOff() {
    #expect(translate([0x91, 60, 0]) == [UMP(0x4081_3C00 | 0x1_0000, 0x8000_0000)])
  }

  @Test func aParameterArrivesWithItsLSB() {
    #expect(events([0xB0, 101, 0, 100, 0, 6, 2]) == [])
    #expect(events([0xB0, 101, 0, 100, 0, 6, 2, 38, 0]) == [range])
    let fine = VoiceEvent.assignableController(
      channel: 0, bank: 1, index: 2, value: MIDIScaling.up14To32(3 << 7 | 4))
    #expect(events([0xB0, 98, 2, 99, 1, 6, 3, 38, 4]) == [fine])
  }

  @Test func aLaterLSBAloneAdjustsTheValue() {
    let fine = VoiceEvent.registeredController(
      channel: 0, bank: 0, index: 0, value: MIDIScaling.up14To32(2 << 7 | 5))
    #expect(events([0xB0, 101, 0, 100, 0, 6, 2, 38, 0, 38, 5]) == [range, fine])
    #expect(events([0xB0, 101, 0, 100, 0, 38, 5]) == [])  // It waits for its MSB.
  }

  @Test(
    arguments: [
      [101, 127, 100, 127], [100, 1], [99, 3], [98, 3],
    ] as [[UInt8]])
  func anMSBAloneIsSentByTheNextSelection(selection: [UInt8]) {
    #expect(events([0xB0, 101, 0, 100, 0, 6, 2] + selection) == [range])
  }

  @Test func anMSBAloneIsSentByTheNextMSB() {
    #expect(events([0xB0, 101, 0, 100, 0, 6, 2, 6, 3]) == [range])
  }

  @Test func anMSBAloneIsSentBeforeANoteOrBendOfTheSameChannel() {
    let prefix: [UInt8] = [0xB0, 101, 0, 100, 0, 6, 2]
    let note = VoiceEvent.noteOn(channel: 0, note: 60, velocity: 0x8000)
    #expect(events(prefix + [0x90, 60, 64]) == [range, note])
    let bend = VoiceEvent.pitchBend(channel: 0, value: 0x8000_0000)
    #expect(events(prefix + [0xE0, 0, 64]) == [range, bend])
    #expect(events(prefix + [0x91, 60, 64]).count == 1)
  }

  @Test func anMSBAloneIsSentByFlushOnce() {
    var translator = MIDI1ToMIDI2Translator()
    for ump in parseAll([0xB0, 101, 0, 100, 0, 6, 2], group: 4) { _ = translator.translate(ump) }
    #expect(translator.flush(channel: 1) == nil)
    #expect(translator.flush(channel: 0) == range.ump(group: 4))
    #expect(translator.flush(channel: 0) == nil)
  }

  @Test func dataEntryWithoutASelectionIsDropped() {
    #expect(events([0xB0, 6, 1, 38, 2]) == [])
    #expect(events([0xB0, 101, 0, 6, 1, 38, 2]) == [])
    #expect(events([0xB0, 101, 127, 100, 127, 6, 1, 38, 2]) == [])
    // Half an RPN and half an NRPN do not form a number.
    #expect(events([0xB0, 101, 0, 98, 0, 6, 1, 38, 2]) == [])
  }

  @Test func channelsDoNotShareASelection() {
    #expect(events([0xB0, 101, 0, 100, 0, 0xB1, 6, 2, 38, 0]) == [])
  }

  @Test func resetAllControllersUnselects() {
    let reset = VoiceEvent.controlChange(channel: 0, controller: 121, value: 0)
    #expect(events([0xB0, 101, 0, 100, 0, 6, 2, 121, 0, 6, 1, 38, 2]) == [range, reset])
  }

  @Test func bankSelectJoinsTheProgramChangeOnce() {
    let first = VoiceEvent.programChange(channel: 0, program: 5, bank: BankSelect(msb: 1, lsb: 2))
    let second = VoiceEvent.programChange(channel: 0, program: 6, bank: .unchanged)
    #expect(events([0xB0, 0, 1, 32, 2, 0xC0, 5]) == [first])
    #expect(translate([0xB0, 0, 1, 32, 2, 0xC0, 5]) == [UMP(0x40C0_0001, 0x0500_0102)])
    #expect(events([0xB0, 0, 1, 32, 2, 0xC0, 5, 6]).map(\.ump.data2) == [1, 0])
    #expect(events([0xB0, 32, 2, 0, 1, 0xC0, 5]) == [first])
    #expect(VoiceEvent(translate([0xC0, 6])[0]) == second)
  }

  @Test func otherTypesPassUnchanged() {
    #expect(translate([0xF8]) == [UMP(0x10F8_0000)])
    #expect(translate([0xF0, 1, 0xF7]) == [UMP(0x3001_0100)])
    var translator = MIDI1ToMIDI2Translator()
    #expect(translator.translate(UMP(0x2070_0000)).array == [])
  }

  @Test func randomPacketsNeverTrap() {
    var random = SeededGenerator(seed: 5)
    var up = MIDI1ToMIDI2Translator()
    let down = MIDI2ToMIDI1Translator()
    for _ in 0..<randomCaseCount(release: 500_000) {
      var ump = random.ump()
      ump.word0 = ump.word0 & 0x0FFF_FFFF | (random.byte() & 1 == 0 ? 0x2000_0000 : 0x4000_0000)
      for packet in up.translate(ump).array + [ump] {
        #expect(down.translate(packet).count <= 4)
        #expect(VoiceEvent(packet).ump.messageType != 2 || packet.messageType == 2)
      }
    }
  }
}
