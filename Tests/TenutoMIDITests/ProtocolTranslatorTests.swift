import TenutoMIDI
import Testing

/// Selects RPN 0/0 and sets it to two semitones, without an LSB, in a group and a channel.
private func parameter(group: UInt8, channel: UInt8) -> [UMP] {
  parseAll([0xB0 | channel, 101, 0, 100, 0, 6, 2], group: group)
}

@Suite struct ProtocolTranslatorTests {
  @Test func eachGroupHasItsOwnSelectionAndBank() {
    var translator = ProtocolTranslator(to: .midi2)
    for ump in parameter(group: 1, channel: 0) { #expect(translator.translate(ump).count == 0) }
    let lsb = UMP(0x22B0_2600)
    #expect(translator.translate(lsb).count == 0)
    #expect(translator.translate(UMP(0x21B0_2600)).array.map(\.group) == [1])
    _ = translator.translate(UMP(0x21B0_0007))
    #expect(translator.translate(UMP(0x22C0_0500)).array == [UMP(0x42C0_0000, 0x0500_0000)])
    #expect(translator.translate(UMP(0x21C0_0500)).array == [UMP(0x41C0_0001, 0x0500_0700)])
  }

  @Test func aWaitEndsAtItsLimitAndNotBefore() {
    var translator = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: 100)
    #expect(translator.nextDeadline == nil)
    for ump in parameter(group: 3, channel: 4) { _ = translator.translate(ump, at: 1000) }
    for ump in parameter(group: 2, channel: 15) { _ = translator.translate(ump, at: 1050) }
    #expect(translator.nextDeadline == 1100)
    #expect(translator.flush(at: 1099) == nil)
    #expect(translator.flush(at: 1100)?.word0 == 0x4324_0000)
    #expect(translator.flush(at: 1100) == nil)
    #expect(translator.nextDeadline == 1150)
    #expect(translator.flush(at: .max)?.word0 == 0x422F_0000)
    #expect(translator.flush(at: .max) == nil && translator.nextDeadline == nil)
  }

  @Test func anLSBInTimeEndsTheWait() {
    var translator = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: 100)
    for ump in parameter(group: 0, channel: 0) { _ = translator.translate(ump, at: 1000) }
    let value = MIDIScaling.up14To32(2 << 7 | 5)
    #expect(translator.translate(UMP(0x20B0_2605), at: 1050).array == [UMP(0x4020_0000, value)])
    #expect(translator.flush(at: .max) == nil)
  }

  @Test(arguments: [
    UMP(0x0000_0000), UMP(0x0010_1234), UMP(0x0020_1234), UMP(0x0030_0060), UMP(0x0040_1234),
    UMP(0x11F8_0000), UMP(0x11F2_0102), UMP(0x3116_0102, 0x0304_0506),
    UMP(0x5103_0001, 0x0200_0000), UMP(0x5181_0001, 1, 2, 3), UMP(0x6123_4567),
    UMP(0x8123_4567, 1), UMP(0xB123_4567, 1, 2), UMP(0xD110_0000, 1, 2, 3),
    UMP(0xE123_4567, 1, 2, 3), UMP(0xF000_0000, 1, 2, 3),
  ])
  func otherTypesPassBothWays(ump: UMP) {
    for target in [ProtocolTranslator.Target.midi1, .midi2] {
      var translator = ProtocolTranslator(to: target)
      #expect(translator.translate(ump).array == [ump])
    }
  }

  @Test func messagesInTheProtocolPass() {
    var up = ProtocolTranslator(to: .midi2)
    var down = ProtocolTranslator(to: .midi1)
    let new = UMP(0x4560_3C00, 0x8000_0000)
    let old = UMP(0x2590_3C40)
    #expect(up.translate(new).array == [new])
    #expect(down.translate(old).array == [old])
  }

  @Test func resetForgetsEveryGroup() {
    var translator = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: 7)
    for group in UInt8(0)...15 {
      for ump in parameter(group: group, channel: group) { _ = translator.translate(ump) }
    }
    translator.reset()
    #expect(translator.nextDeadline == nil && translator.flush(at: .max) == nil)
    #expect(translator.dataEntryTimeLimit == 7 && translator.target == .midi2)
  }

  @Test func itIsTheTranslatorsOfItsGroups() {
    var random = SeededGenerator(seed: 24)
    var whole = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: .max)
    var single = (0..<16).map { MIDI1ToMIDI2Translator(group: $0) }
    for _ in 0..<randomCaseCount(release: 200_000) {
      var ump = random.ump()
      ump.word0 = ump.word0 & 0x0F7F_7F7F | 0x2080_0000
      if random.byte() & 1 == 0 {
        let controllers: [UInt32] = [0, 6, 7, 32, 38, 96, 97, 98, 99, 100, 101, 121]
        let controller = controllers[Int(random.byte()) % controllers.count]
        ump.word0 = ump.word0 & 0xFF0F_007F | 0x00B0_0000 | controller << 8
      }
      #expect(whole.translate(ump).array == single[Int(ump.group)].translate(ump).array)
    }
    for translator in single.indices {
      for channel in UInt8(0)...15 {
        if let late = single[translator].flush(channel: channel) {
          #expect(whole.flush(at: .max) == late)
        }
      }
    }
    #expect(whole.flush(at: .max) == nil)
  }

  @Test func downAndUpKeepsMIDI1Messages() {
    var random = SeededGenerator(seed: 25)
    for _ in 0..<randomCaseCount(release: 100_000) {
      var up = ProtocolTranslator(to: .midi2)
      var down = ProtocolTranslator(to: .midi1)
      let event = random.voiceEvent()
      let packet = event.ump(group: 6)
      let back = down.translate(packet).array.flatMap { up.translate($0).array }
      #expect(back.count == 1 && back.allSatisfy { $0.word0 == packet.word0 })
      // Only the resolution lost on the way down differs.
      let again = back.flatMap { down.translate($0).array }
      #expect(again == down.translate(packet).array)
    }
  }
}

extension SeededGenerator {
  /// An event that MIDI 1.0 can express.
  fileprivate mutating func voiceEvent() -> VoiceEvent {
    let channel = byte() & 0xF
    let first = byte() & 0x7F
    let second = byte() & 0x7F
    let value = UInt32(truncatingIfNeeded: next())
    switch byte() % 9 {
    // Not 0: that note on has velocity 1 in MIDI 1.0.
    case 0: return .noteOn(channel: channel, note: first, velocity: UInt16(value >> 16) | 0x200)
    case 1: return .noteOff(channel: channel, note: first, velocity: UInt16(value >> 16))
    case 2: return .polyPressure(channel: channel, note: first, value: value)
    case 3: return .controlChange(channel: channel, controller: 40 + first % 50, value: value)
    case 4: return .channelPressure(channel: channel, value: value)
    case 5: return .pitchBend(channel: channel, value: value)
    case 6:
      // Not RPN 0/6, which has no LSB.
      return .registeredController(
        channel: channel, bank: first & 0x3F | 1, index: second, value: value)
    case 7:
      return .assignableController(
        channel: channel, bank: first & 0x3F, index: second, value: value)
    default:
      return .programChange(
        channel: channel, program: first, bank: BankSelect(msb: second, lsb: first))
    }
  }
}
