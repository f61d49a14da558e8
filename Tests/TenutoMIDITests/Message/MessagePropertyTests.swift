import TenutoMIDI
import TenutoMIDIMessages
import Testing

@Suite struct MessagePropertyTests {
  /// Any four words round-trip, for each message type.
  @Test(arguments: 0..<16 as Range<UInt32>)
  func wordsAreCarriedExactly(type: UInt32) {
    var generator = SeededGenerator(seed: UInt64(type))
    for _ in 0..<randomCaseCount(release: 1_000_000) {
      var ump = generator.ump()
      // Most random packets are malformed; clearing random bits makes more of them valid.
      if generator.next() & 1 == 0 { ump = sparse(ump, &generator) }
      ump.word0 = ump.word0 & 0x0FFF_FFFF | type << 28
      let message = UMPMessage(ump)
      guard message.ump == ump else {
        Issue.record("\(ump) is carried as \(message.ump)")
        return
      }
    }
  }

  private func sparse(_ ump: UMP, _ generator: inout SeededGenerator) -> UMP {
    let mask = generator.ump()
    var sparse = UMP(
      ump.word0 & mask.word0, ump.word1 & mask.word1, ump.word2 & mask.word2,
      ump.word3 & mask.word3)
    if generator.next() & 1 == 0 { sparse.word2 = 0 }
    if generator.next() & 1 == 0 { sparse.word3 = 0 }
    return sparse
  }

  /// Any message round-trips.
  @Test func messagesAreCarriedExactly() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<randomCaseCount(release: 1_000_000) {
      let message = generator.message()
      guard UMPMessage(message.ump) == message else {
        Issue.record("\(message) is read as \(UMPMessage(message.ump))")
        return
      }
    }
  }

  /// A reserved bit makes a packet unknown; ignoring it gives the message.
  @Test func reservedBits() {
    let tempo = UMPMessage.flexData(
      group: 0, address: .group, .setTempo(FlexTempo(tenNanosecondsPerQuarterNote: 5)))
    var ump = tempo.ump
    ump.word2 = 1
    #expect(UMPMessage(ump) == .unknown(ump))
    #expect(UMPMessage(ignoringReserved: ump) == tempo)
    let note = UMP(0x4090_BC00, 0x1234_0000)
    #expect(UMPMessage(note) == .unknown(note))
    #expect(
      UMPMessage(ignoringReserved: note)
        == .midi2Voice(
          group: 0, channel: 0, .noteOn(note: 60, velocity: 0x1234, attribute: .none)))
    let clock = UMP(0x0110_0001)
    #expect(UMPMessage(clock) == .unknown(clock), "utility messages have no group")
  }

  @Test(
    arguments: [
      UMP(0x0050_0000), UMP(0x10F4_0000), UMP(0x10F7_0000), UMP(0x10F9_0000), UMP(0x10FD_0000),
      UMP(0x2070_0000), UMP(0x3007_0000), UMP(0x3046_0000), UMP(0x4070_0000), UMP(0x5000_0000),
      UMP(0x500F_0000), UMP(0x5040_0000), UMP(0x50A0_0000), UMP(0x6000_0000), UMP(0x7123_4567),
      UMP(0x8000_0000, 1), UMP(0x9000_0000, 1), UMP(0xA000_0000, 1), UMP(0xB000_0000, 1, 2),
      UMP(0xC000_0000, 1, 2), UMP(0xE000_0000, 1, 2, 3), UMP(0xD020_0000, 1),
      UMP(0xD050_0000, 1), UMP(0xD010_0003), UMP(0xD010_010D), UMP(0xD010_0205),
      UMP(0xD010_0300), UMP(0xD010_0005, 0x0800_0000), UMP(0xD010_0006, 0x0000_5100),
      UMP(0xD010_0201, 0x4100_4100), UMP(0xF007_0000), UMP(0xF401_0101, 0x0100_0100),
      UMP(0xF011_8000), UMP(0xF011_800D), UMP(0xF022_0000),
    ])
  func reservedAndMalformedAreUnknown(ump: UMP) {
    #expect(UMPMessage(ump) == .unknown(ump))
    #expect(UMPMessage(ump).ump == ump)
    #expect(UMPMessage(ump).group == nil)
    #expect(UMPMessage(ignoringReserved: ump).ump.messageType == ump.messageType)
  }

  /// Voice events and typed messages of MIDI 2.0 are equivalent.
  @Test func voiceEventsConvert() {
    let event = VoiceEvent.noteOn(channel: 3, note: 60, velocity: 0x1234)
    let message = UMPMessage.midi2Voice(
      group: 2, channel: 3, .noteOn(note: 60, velocity: 0x1234, attribute: .none))
    #expect(UMPMessage(event, group: 2) == message)
    #expect(VoiceEvent(message) == event)
    let old = UMPMessage.midi1Voice(group: 0, channel: 3, .noteOn(note: 60, velocity: 127))
    #expect(VoiceEvent(old) == .noteOn(channel: 3, note: 60, velocity: 0xFFFF))
  }

  @Test func aMessageIsSmall() {
    #expect(MemoryLayout<UMPMessage>.stride <= 32)
  }
}
