import TenutoMIDI
import Testing

@Suite struct MIDI1ParserTests {
  @Test func channelVoiceBecomesTypeTwo() {
    #expect(parseAll([0x93, 60, 100], group: 5) == [UMP(0x2593_3C64)])
    #expect(parseAll([0x82, 60, 64]) == [UMP(0x2082_3C40)])
    #expect(parseAll([0xC1, 7]) == [UMP(0x20C1_0700)])
    #expect(parseAll([0xD1, 9]) == [UMP(0x20D1_0900)])
    #expect(parseAll([0xEF, 0x01, 0x40]) == [UMP(0x20EF_0140)])
  }

  @Test func systemCommonBecomesTypeOne() {
    #expect(parseAll([0xF1, 0x23]) == [UMP(0x10F1_2300)])
    #expect(parseAll([0xF2, 0x01, 0x02]) == [UMP(0x10F2_0102)])
    #expect(parseAll([0xF3, 0x04]) == [UMP(0x10F3_0400)])
    #expect(parseAll([0xF6]) == [UMP(0x10F6_0000)])
  }

  @Test func runningStatusIsAccepted() {
    #expect(parseAll([0x90, 60, 1, 61, 2]) == [UMP(0x2090_3C01), UMP(0x2090_3D02)])
    #expect(parseAll([0xC0, 1, 2]) == [UMP(0x20C0_0100), UMP(0x20C0_0200)])
  }

  @Test func systemCommonAndExclusiveCancelRunningStatus() {
    let note = UMP(0x2090_3C01)
    #expect(parseAll([0x90, 60, 1, 0xF3, 4, 61, 2]) == [note, UMP(0x10F3_0400)])
    #expect(parseAll([0x90, 60, 1, 0xF0, 0xF7, 61, 2]) == [note, UMP(0x3000_0000)])
    #expect(parseAll([0x90, 60, 1, 0xF6, 61, 2]) == [note, UMP(0x10F6_0000)])
  }

  @Test func aNewStatusDropsAnUnfinishedMessage() {
    #expect(parseAll([0x90, 60, 0x91, 61, 2]) == [UMP(0x2091_3D02)])
    #expect(parseAll([0x90, 60, 0xF2, 1, 0x80, 61, 2]) == [UMP(0x2080_3D02)])
  }

  @Test(arguments: [0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF] as [UInt8])
  func realtimeInsideAMessageComesFirstAndChangesNothing(status: UInt8) {
    let realtime = UMP(0x1000_0000 | UInt32(status) << 16)
    #expect(parseAll([0x90, status, 60, status, 1]) == [realtime, realtime, UMP(0x2090_3C01)])
  }

  @Test func undefinedStatusesAreDroppedAndLaterBytesKept() {
    #expect(parseAll([0xF9, 0xFD]) == [])
    #expect(parseAll([0x90, 60, 0xF9, 1, 0xFD, 61, 2]) == [UMP(0x2090_3C01), UMP(0x2090_3D02)])
    #expect(parseAll([0xF4, 1, 2, 3, 0x90, 60, 1]) == [UMP(0x2090_3C01)])
    #expect(parseAll([0x90, 60, 1, 0xF5, 61, 2]) == [UMP(0x2090_3C01)])
  }

  @Test func strayDataAndStrayEndAreDropped() {
    #expect(parseAll([1, 2, 3, 0xF7, 4, 0x90, 60, 1]) == [UMP(0x2090_3C01)])
  }

  @Test func resetForgetsRunningStatus() {
    var parser = MIDI1Parser(group: 2)
    #expect([0x90, 60, 1].compactMap { parser.parse($0) }.count == 1)
    parser.reset()
    #expect([61, 2].compactMap { parser.parse($0) } == [])
    #expect(parser.group == 2)
  }

  @Test func aStreamCutAnywhereGivesTheSamePackets() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<randomCaseCount(release: 20_000) {
      let stream = random.bytes(count: Int.random(in: 0...64, using: &random))
      let cut = Int.random(in: 0...stream.count, using: &random)
      var parser = MIDI1Parser()
      let first = stream[..<cut].compactMap { parser.parse($0) }
      var copy = parser
      let second = stream[cut...].compactMap { copy.parse($0) }
      #expect(first + second == parseAll(stream))
    }
  }

  @Test func randomBytesGiveOnlyWellFormedPackets() {
    var random = SeededGenerator(seed: 2)
    var parser = MIDI1Parser()
    for _ in 0..<randomCaseCount(release: 1_000_000) {
      guard let ump = parser.parse(random.byte()) else { continue }
      #expect((1...3).contains(ump.messageType))
      #expect(MIDI1Bytes(ump).count > 0)
      #expect(ump.word1 & 0x8080_8080 == 0 && ump.word0 & 0x8080 == 0)
    }
  }
}
