import TenutoMIDI
import Testing

@Suite struct UMPTests {
  @Test func everyMessageTypeHasItsLength() {
    let counts = (UInt8(0)...15).map { UMP.wordCount(messageType: $0) }
    #expect(counts == [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4])
    #expect(UMP(0x4090_3C00, 0xFFFF_0000).wordCount == 2)
  }

  @Test func fieldsAreReadFromTheFirstWord() {
    let ump = UMP(0x4A93_3C05, 0x1234_0000)
    #expect(ump.messageType == 4 && ump.group == 10)
    #expect(ump.status == 0x93 && ump.opcode == 9 && ump.channel == 3)
    #expect(ump.data1 == 0x3C && ump.data2 == 5)
  }

  @Test func aPacketIsSixteenBytesWithoutPadding() {
    #expect(MemoryLayout<UMP>.size == 16)
    #expect(MemoryLayout<TimedUMP>.size == 20)
  }

  @Test func aBatchKeepsItsOrder() {
    let batch = MIDI2ToMIDI1Translator().translate(UMP(0x4020_0000))
    #expect(batch.count == 4)
    #expect((0..<4).map { batch[$0].data1 } == [101, 100, 6, 38])
    #expect(UMPBatch().array.isEmpty)
  }
}
