import TenutoMIDI
import Testing

@testable import TenutoJACK

/// Bytes and packets that arrive at one port are told apart.
struct EventFormTests {
  private func bytes(_ packets: UMP...) -> [UInt8] {
    packets.flatMap { packet in
      [packet.word0, packet.word1, packet.word2, packet.word3].prefix(packet.wordCount)
        .flatMap { word in withUnsafeBytes(of: word) { unsafe Array($0) } }
    }
  }

  @Test(
    arguments: [
      [0x90, 60, 100], [0xC0, 5], [0xF8], [0xF0, 0xF7], [0xF0, 1, 2, 0xF7],
      [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0x02, 0x03, 0xF7], [0xF0, 1, 2, 0x12],
      [0xF0, 1, 2, 3, 4, 5, 6, 7],
    ] as [[UInt8]])
  func messagesOfBytesAreBytes(message: [UInt8]) {
    var form = MIDIEventForm()
    #expect(form.isBytes(message))
  }

  @Test func packetsOfAllSizesArePackets() {
    var form = MIDIEventForm()
    let packets = [
      UMP(0), UMP(0x0020_34F0), UMP(0x1000_0000 | 0xF8 << 16), UMP(0x2090_3C64),
      UMP(0x4090_3C00, 0xC000_0000), UMP(0x3016_7E7F, 0x0601_0000),
      UMP(0x4015_3CF0, 0x7F00_0081), UMP(0xF000_0101, 0x1F00_0000, 0, 0),
      UMP(0x50F0_0102, 0xF0F1_F2F3, 0xFFFF_FFFF, 1),
    ]
    for packet in packets { #expect(!form.isBytes(bytes(packet)), "\(packet)") }
    #expect(!form.isBytes(bytes(UMP(0x2090_3C64), UMP(0x4090_3C00, 0xC000_0000))))
  }

  @Test func aSystemExclusiveMessageInPartsIsBytesToItsEnd() {
    var form = MIDIEventForm()
    #expect(form.isBytes([0xF0, 1, 2, 3, 4]))
    #expect(form.isBytes([0, 0, 0, 0]))
    #expect(form.isBytes([0xFE]))
    #expect(!form.isBytes(bytes(UMP(0x2090_3C64))))
    #expect(form.isBytes([5, 6, 7, 0xF7]))
    #expect(!form.isBytes([0, 0, 0, 0]))
    #expect(form.isBytes([0xF0, 1, 2, 3, 4]))
    form.reset()
    #expect(!form.isBytes([0, 0, 0, 0]))
  }
}
