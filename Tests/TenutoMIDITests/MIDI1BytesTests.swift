import TenutoMIDI
import Testing

@Suite struct MIDI1BytesTests {
  @Test func voiceMessagesCarryTheirStatusEachTime() {
    let packets = [UMP(0x2090_3C01), UMP(0x2090_3D02), UMP(0x20C0_0500)]
    #expect(bytes(of: packets) == [0x90, 60, 1, 0x90, 61, 2, 0xC0, 5])
  }

  @Test func systemMessagesHaveTheirOwnLengths() {
    #expect(MIDI1Bytes(UMP(0x10F1_2300)).array == [0xF1, 0x23])
    #expect(MIDI1Bytes(UMP(0x10F2_0102)).array == [0xF2, 1, 2])
    #expect(MIDI1Bytes(UMP(0x10F3_0400)).array == [0xF3, 4])
    #expect(MIDI1Bytes(UMP(0x10F6_0000)).array == [0xF6])
    #expect(MIDI1Bytes(UMP(0x10F8_0000)).array == [0xF8])
  }

  @Test func sysExPacketsPutTheFrameBack() {
    #expect(MIDI1Bytes(UMP(0x3006_0102, 0x0304_0506)).array == [0xF0, 1, 2, 3, 4, 5, 6, 0xF7])
    #expect(MIDI1Bytes(UMP(0x3016_0102, 0x0304_0506)).array == [0xF0, 1, 2, 3, 4, 5, 6])
    #expect(MIDI1Bytes(UMP(0x3022_0102)).array == [1, 2])
    #expect(MIDI1Bytes(UMP(0x3031_0100)).array == [1, 0xF7])
  }

  @Test(arguments: [
    UMP(0x10F0_0000), UMP(0x10F4_0000), UMP(0x10F5_0000), UMP(0x10F7_0000), UMP(0x10F9_0000),
    UMP(0x10FD_0000), UMP(0x1090_0000), UMP(0x2070_0000), UMP(0x20F8_0000), UMP(0x3007_0000),
    UMP(0x3046_0000), UMP(0x0000_0000), UMP(0x4090_3C00, 0xFFFF_0000), UMP(0x5000_0000),
  ])
  func packetsWithoutBytesGiveNone(ump: UMP) {
    #expect(MIDI1Bytes(ump).count == 0)
  }

  @Test func randomPacketsNeverGiveAStatusInTheirData() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<randomCaseCount(release: 200_000) {
      let ump = random.ump()
      let written = MIDI1Bytes(ump).array
      #expect(written.count <= 8)
      let inner = written.dropFirst().filter { $0 >= 0x80 }
      #expect(inner.isEmpty || inner == [0xF7])
    }
  }

  @Test func parsedPacketsAreWrittenUnchanged() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<randomCaseCount(release: 100_000) {
      let status = UInt8.random(in: 0x80...0xEF, using: &random)
      let data = (random.byte() & 0x7F, random.byte() & 0x7F)
      let message = MIDI1ChannelMessage(status: status, data1: data.0, data2: data.1)
      guard let ump = message?.ump(group: 3) else { continue }
      #expect(parseAll(MIDI1Bytes(ump).array, group: 3) == [ump])
      #expect(MIDI1Bytes(ump).count == message?.byteCount)
    }
  }

  @Test func aChannelMessageIsValidByConstruction() {
    #expect(MIDI1ChannelMessage(status: 0x7F, data1: 0) == nil)
    #expect(MIDI1ChannelMessage(status: 0xF0, data1: 0) == nil)
    #expect(MIDI1ChannelMessage(status: 0x90, data1: 0x80) == nil)
    #expect(MIDI1ChannelMessage(status: 0x90, data1: 0, data2: 0x80) == nil)
    #expect(MIDI1ChannelMessage(status: 0xC0, data1: 1, data2: 9)?.data2 == 0)
  }
}
