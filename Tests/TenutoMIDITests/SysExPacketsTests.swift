import TenutoMIDI
import Testing

private let address = MixedDataSetAddress(
  manufacturerID: 0x0102, deviceID: 0x0304, subID1: 0x0506, subID2: 0x0708)

@Suite struct SysExPacketsTests {
  @Test func sevenBitPacketsAreThoseOfTheParser() throws {
    for count in [0, 1, 5, 6, 7, 12, 13, 254, 256, 2048] {
      let payload = (0..<count).map { UInt8($0 % 128) }
      let packets = Array(try SysExPackets(sysEx7: payload, group: 3))
      #expect(packets == parseAll([0xF0] + payload + [0xF7], group: 3))
    }
  }

  @Test func theFrameIsNeverInThePayload() throws {
    let plain = Array(try SysExPackets(sysEx7: [1, 2]))
    #expect(plain == [UMP(0x3002_0102)])
    #expect(Array(try SysExPackets(sysEx7: [0xF0, 1, 2, 0xF7])) == plain)
    #expect(Array(try SysExPackets(sysEx7: [0xF0, 1, 2])) == plain)
    #expect(Array(try SysExPackets(sysEx7: [1, 2, 0xF7])) == plain)
    #expect(Array(try SysExPackets(sysEx7: [0xF0, 0xF7])) == [UMP(0x3000_0000)])
    #expect(Array(try SysExPackets(sysEx7: [0xF0])) == [UMP(0x3000_0000)])
  }

  @Test func aHighBitIsRefused() {
    #expect(throws: SysExError.highBit(offset: 2)) {
      try SysExPackets(sysEx7: [0xF0, 1, 0x80, 0xF7])
    }
    #expect(throws: SysExError.highBit(offset: 1)) {
      try SysExPackets(sysEx7: [1, 0xF7, 0xF7])
    }
  }

  @Test func eightBitPacketsCountTheirStreamNumber() {
    let short = Array(SysExPackets(sysEx8: [0xFF, 2], streamID: 7, group: 1))
    #expect(short == [UMP(0x5103_07FF, 0x0200_0000)])
    #expect(Array(SysExPackets(sysEx8: [], streamID: 7)) == [UMP(0x5001_0700)])
    let long = Array(SysExPackets(sysEx8: Array(1...27), streamID: 7))
    #expect(
      long == [
        UMP(0x501E_0701, 0x0203_0405, 0x0607_0809, 0x0A0B_0C0D),
        UMP(0x502E_070E, 0x0F10_1112, 0x1314_1516, 0x1718_191A), UMP(0x5032_071B),
      ])
  }

  @Test func aMixedDataSetIsChunksOfAHeaderAndItsBytes() throws {
    let packets = Array(
      try SysExPackets(
        mixedDataSet: Array(1...20), address: address, id: 5, group: 2, chunkBytes: 16))
    #expect(
      packets == [
        UMP(0x5285_0010, 0x0002_0001, 0x0102_0304, 0x0506_0708),
        UMP(0x5295_0102, 0x0304_0506, 0x0708_090A, 0x0B0C_0D0E), UMP(0x5295_0F10),
        UMP(0x5285_0004, 0x0002_0002, 0x0102_0304, 0x0506_0708),
        UMP(0x5295_1112, 0x1314_0000),
      ])
    let empty = Array(try SysExPackets(mixedDataSet: [], address: address))
    #expect(empty == [UMP(0x5080_0000, 0x0001_0001, 0x0102_0304, 0x0506_0708)])
  }

  @Test func tooManyChunksAreRefused() {
    let payload = [UInt8](repeating: 0, count: 65_536)
    #expect(throws: SysExError.tooManyChunks) {
      try SysExPackets(mixedDataSet: payload, address: address, chunkBytes: 1)
    }
    var cursor = MixedDataSetCursor(address, chunkBytes: 1)
    let packet = cursor.next(in: payload.span)
    #expect(packet == nil)
  }

  @Test func cursorsWalkOverBorrowedMemory() {
    let payload: [UInt8] = Array(0..<14)
    var seven = SysEx7Cursor(group: 1)
    var packets: [UMP] = []
    while let packet = seven.next(in: payload.span) { packets.append(packet) }
    #expect(packets.map(\.status) == [0x16, 0x26, 0x32])
    #expect(seven.isAtEnd && seven.offset == 14)
    // A payload that differs in length is a mistake, and not read beyond its end.
    var eight = SysEx8Cursor()
    _ = eight.next(in: payload.span)
    let shorter: [UInt8] = [1]
    let last = eight.next(in: shorter.span)
    #expect(last == UMP(0x5031_0000))
  }
}
