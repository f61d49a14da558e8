import TenutoMIDI
import Testing

@Suite struct VoiceEventTests {
  @Test(
    arguments: [
      (.noteOn(channel: 3, note: 60, velocity: 0x1234), UMP(0x4293_3C00, 0x1234_0000)),
      (.noteOff(channel: 3, note: 60, velocity: 0x1234), UMP(0x4283_3C00, 0x1234_0000)),
      (.polyPressure(channel: 0, note: 60, value: 7), UMP(0x42A0_3C00, 7)),
      (.controlChange(channel: 0, controller: 74, value: 7), UMP(0x42B0_4A00, 7)),
      (.registeredController(channel: 1, bank: 2, index: 3, value: 7), UMP(0x4221_0203, 7)),
      (.assignableController(channel: 1, bank: 2, index: 3, value: 7), UMP(0x4231_0203, 7)),
      (.programChange(channel: 1, program: 9, bank: .unchanged), UMP(0x42C1_0000, 0x0900_0000)),
      (
        .programChange(channel: 1, program: 9, bank: BankSelect(msb: 1, lsb: 2)),
        UMP(0x42C1_0001, 0x0900_0102)
      ),
      (.channelPressure(channel: 1, value: 7), UMP(0x42D1_0000, 7)),
      (.pitchBend(channel: 1, value: 0x8000_0000), UMP(0x42E1_0000, 0x8000_0000)),
      (.perNotePitchBend(channel: 1, note: 60, value: 7), UMP(0x4261_3C00, 7)),
      (.registeredPerNoteController(channel: 1, note: 60, index: 3, value: 7), UMP(0x4201_3C03, 7)),
      (.assignablePerNoteController(channel: 1, note: 60, index: 3, value: 7), UMP(0x4211_3C03, 7)),
      (.perNoteManagement(channel: 1, note: 60, flags: 3), UMP(0x42F1_3C03)),
      (.systemRealTime(status: 0xF8), UMP(0x12F8_0000)),
      (.other(UMP(0x4240_0000, 7)), UMP(0x4240_0000, 7)),
      (.other(UMP(0x10F2_0102)), UMP(0x10F2_0102)),
      (.other(UMP(0x10F9_0000)), UMP(0x10F9_0000)),
    ] as [(VoiceEvent, UMP)])
  func eventAndPacketSayTheSame(event: VoiceEvent, ump: UMP) {
    #expect(event.ump(group: 2) == ump)
    #expect(VoiceEvent(ump) == event)
  }

  @Test func midi1MessagesAreScaledUp() {
    let note = VoiceEvent(UMP(0x2093_3C7F))
    #expect(note == .noteOn(channel: 3, note: 60, velocity: 0xFFFF))
    #expect(
      VoiceEvent(UMP(0x2093_3C00)) == .noteOff(channel: 3, note: 60, velocity: 0x8000))
    #expect(
      VoiceEvent(UMP(0x20B0_4A40)) == .controlChange(channel: 0, controller: 74, value: 1 << 31))
    #expect(VoiceEvent(UMP(0x20E0_0040)) == .pitchBend(channel: 0, value: 1 << 31))
    #expect(VoiceEvent(UMP(0x20D0_4000)) == .channelPressure(channel: 0, value: 1 << 31))
    #expect(
      VoiceEvent(UMP(0x20C0_4000)) == .programChange(channel: 0, program: 64, bank: .unchanged))
  }

  @Test func notesAbove127AreKeptAsTheyStand() {
    #expect(
      VoiceEvent(UMP(0x4090_FF00, 0x8000_0000))
        == .noteOn(channel: 0, note: 255, velocity: 0x8000))
  }

  @Test func velocityZeroOfMIDI2StaysANoteOn() {
    #expect(VoiceEvent(UMP(0x4090_3C00)) == .noteOn(channel: 0, note: 60, velocity: 0))
  }

  @Test func bankNumbersHaveFourteenBits() {
    #expect(BankSelect(msb: 1, lsb: 2).number == 130)
    #expect(!BankSelect.unchanged.isValid)
  }
}
