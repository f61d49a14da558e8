import TenutoMIDI
import Testing

@Suite struct SysEx7Tests {
  @Test func aShortMessageIsOneCompletePacketWithoutItsFrame() {
    #expect(parseAll([0xF0, 1, 2, 3, 0xF7], group: 1) == [UMP(0x3103_0102, 0x0300_0000)])
    #expect(parseAll([0xF0, 1, 2, 3, 4, 5, 6, 0xF7]) == [UMP(0x3006_0102, 0x0304_0506)])
    #expect(parseAll([0xF0, 0xF7]) == [UMP(0x3000_0000)])
  }

  @Test func aLongMessageIsStartContinueEnd() {
    let message: [UInt8] = [0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0xF7]
    let expected = [
      UMP(0x3016_0102, 0x0304_0506), UMP(0x3026_0708, 0x090A_0B0C), UMP(0x3031_0D00),
    ]
    #expect(parseAll(message) == expected)
  }

  @Test func aLastF7NeverMakesAnEmptyEndPacket() {
    let message: [UInt8] = [0xF0] + (1...12) + [0xF7]
    #expect(parseAll(message) == [UMP(0x3016_0102, 0x0304_0506), UMP(0x3036_0708, 0x090A_0B0C)])
  }

  @Test func aSecondF7IsDropped() {
    #expect(parseAll([0xF0, 1, 0xF7, 0xF7]) == [UMP(0x3001_0100)])
  }

  @Test func realtimeInsideArrivesAtOnceAndTheMessageContinues() {
    #expect(parseAll([0xF0, 1, 0xF8, 2, 0xF7]) == [UMP(0x10F8_0000), UMP(0x3002_0102)])
    #expect(parseAll([0xF0, 1, 0xF9, 2, 0xFD, 0xF7]) == [UMP(0x3002_0102)])
  }

  @Test(arguments: [0xF4, 0xF5] as [UInt8])
  func anUndefinedCommonStatusEndsIt(status: UInt8) {
    #expect(parseAll([0xF0, 1, status, 2, 0xF7, 0x90, 60, 1]) == [UMP(0x2090_3C01)])
  }

  @Test func anUnterminatedMessageIsDroppedAndTheStatusTaken() {
    #expect(parseAll([0xF0, 1, 2, 0x90, 60, 1]) == [UMP(0x2090_3C01)])
    #expect(parseAll([0xF0, 1, 2, 0xF6]) == [UMP(0x10F6_0000)])
    #expect(parseAll([0xF0, 1, 2, 0xF0, 3, 0xF7]) == [UMP(0x3001_0300)])
    let afterStart = parseAll([0xF0, 1, 2, 3, 4, 5, 6, 7, 0x90, 60, 1])
    #expect(afterStart == [UMP(0x3016_0102, 0x0304_0506), UMP(0x2090_3C01)])
  }

  @Test func severalMessagesInOneBufferStaySeparate() {
    let packets = parseAll([0xF0, 1, 0xF7, 0xF0, 2, 0xF7, 0xF0, 3, 0xF7])
    #expect(packets == [UMP(0x3001_0100), UMP(0x3001_0200), UMP(0x3001_0300)])
  }

  // Sizes at which other implementations are known to lose bytes.
  @Test(arguments: [0, 1, 4, 5, 6, 7, 12, 254, 255, 256, 257, 2_048, 2_049, 65_536, 65_537])
  func everyLengthRoundTrips(count: Int) {
    let message = [0xF0] + (0..<count).map { UInt8($0 % 128) } + [0xF7]
    let packets = parseAll(message)
    #expect(packets.count == max(1, (count + 5) / 6))
    #expect(bytes(of: packets) == message)
  }
}
