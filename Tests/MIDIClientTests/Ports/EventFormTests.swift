import TenutoMIDI
import Testing

@testable import TenutoJACK

/// Bytes and packets at one port are distinguished.
struct EventFormTests {
  /// Packets in memory order: the lowest byte of each word first.
  private func bytes(_ packets: UMP...) -> [UInt8] {
    packets.flatMap { packet in
      [packet.word0, packet.word1, packet.word2, packet.word3].prefix(packet.wordCount)
        .flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }
  }

  /// Whether each event of a port is bytes.
  private func areBytes(_ events: [[UInt8]]) -> [Bool] {
    var form = MIDIEventForm()
    return events.map { form.isBytes($0) }
  }

  @Test func messagesOfBytesAreBytes() {
    let messages: [[UInt8]] = [
      [0x90, 60, 100], [0xC0, 5], [0xF8], [0xF0, 0xF7], [0xF0, 1, 2, 0xF7],
      [0xF0, 0x7E, 0x7F, 0x06, 0x01, 0x02, 0x03, 0xF7], [0xF0, 1, 2, 0x12],
      [0xF0, 1, 2, 3, 4, 5, 6, 7],
    ]
    for message in messages { #expect(areBytes([message]) == [true], "\(message)") }
  }

  @Test func packetsOfAllSizesArePackets() {
    let packets = [
      UMP(0), UMP(0x0020_34F0), UMP(0x10F8_0000), UMP(0x2090_3C64),
      UMP(0x4090_3C00, 0xC000_0000), UMP(0x3016_7E7F, 0x0601_0000),
      UMP(0x4015_3CF0, 0x7F00_0081), UMP(0xF000_0101, 0x1F00_0000, 0, 0),
      UMP(0x50F0_0102, 0xF0F1_F2F3, 0xFFFF_FFFF, 1),
    ]
    let events = packets.map { bytes($0) } + [bytes(packets[3], packets[4])]
    #expect(areBytes(events) == events.map { _ in false })
  }

  @Test func aSystemExclusiveMessageInPartsIsBytesToItsEnd() {
    let note = bytes(UMP(0x2090_3C64))
    #expect(
      areBytes([
        [0xF0, 1, 2, 3, 4], [0, 0, 0, 0], [0xFE], note, [5, 6, 7, 0xF7], [0, 0, 0, 0],
      ]) == [true, true, true, false, true, false])
  }

  @Test func lossEndsASystemExclusiveMessage() {
    var form = MIDIEventForm()
    let isBegun = form.isBytes([0xF0, 1, 2, 3, 4])
    form.reset()
    let isGoingOn = form.isBytes([0, 0, 0, 0])
    #expect(isBegun && !isGoingOn)
  }
}
