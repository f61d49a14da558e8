import TenutoMIDI
import Testing

@testable import TenutoALSA

/// Bytes of the sequencer as packets.
@Suite struct ALSAInputStreamTests {
  /// A SysEx as data of a device, with F0 and F7.
  private static func sysEx(_ count: Int) -> [UInt8] {
    [0xF0] + (0..<count - 2).map { UInt8($0 % 0x7E) } + [0xF7]
  }

  /// The bytes of packets in the order of MIDI 1.0.
  private static func bytes(_ packets: [UMP]) -> [UInt8] {
    let translator = MIDI2ToMIDI1Translator()
    return packets.flatMap { packet in
      let batch = translator.translate(packet)
      return (0..<batch.count).flatMap { MIDI1Bytes(batch[$0]).array }
    }
  }

  private static func take(_ bytes: [UInt8], _ stream: inout ALSAInputStream) -> [UMP] {
    stream.take(bytes, at: 1000)
  }

  @Test func aNoteIsAPacketOfMIDI2() {
    var stream = ALSAInputStream()
    let packets = Self.take([0x93, 60, 100], &stream)
    #expect(packets.count == 1 && packets.first?.messageType == 4)
    guard case .noteOn(let channel, let note, let velocity)? = packets.first.map({ VoiceEvent($0) })
    else {
      Issue.record("\(packets)")
      return
    }
    #expect(channel == 3 && note == 60 && velocity >> 9 == 100)
  }

  @Test(arguments: [2, 3, 8, 255, 256, 257, 512, 5000], [1, 7, 256, 4096])
  func aSysExArrivesWholeInPiecesOfAnySize(count: Int, size: Int) {
    let message = Self.sysEx(max(3, count))
    var stream = ALSAInputStream()
    var packets: [UMP] = []
    for start in stride(from: 0, to: message.count, by: size) {
      packets += Self.take(Array(message[start..<min(start + size, message.count)]), &stream)
    }
    #expect(Self.bytes(packets) == message)
  }

  @Test func realtimeBetweenThePiecesOfASysExChangesNothing() {
    let message = Self.sysEx(600)
    var stream = ALSAInputStream()
    var packets = Self.take(Array(message[..<256]), &stream)
    packets += Self.take([0xF8], &stream)
    packets += Self.take(Array(message[256...]), &stream)
    #expect(packets.contains { $0.messageType == 1 && $0.status == 0xF8 })
    #expect(Self.bytes(packets.filter { $0.messageType == 3 }) == message)
  }

  @Test func twoSysExInARowStayTwo() {
    let (one, two) = (Self.sysEx(20), Self.sysEx(31))
    var stream = ALSAInputStream()
    let packets = Self.take(one, &stream) + Self.take(two, &stream)
    #expect(Self.bytes(packets) == one + two)
  }

  @Test func aPortThatGoesLeavesNoNoteBehind() {
    var stream = ALSAInputStream()
    _ = Self.take([0x90, 60, 100], &stream)
    _ = Self.take([0x90, 64, 100], &stream)
    _ = Self.take([0x80, 64, 0], &stream)
    _ = Self.take([0xB0, 64, 127], &stream)
    // A message that is cut by the unplugging.
    _ = Self.take([0xF0, 1, 2], &stream)
    let ends = (first: stream.release(), second: stream.release())
    #expect(Self.bytes(ends.first) == [0x80, 60, 64, 0xB0, 64, 0])
    #expect(ends.second.isEmpty)
    let next = Self.take([0x90, 61, 1], &stream)
    #expect(Self.bytes(next) == [0x90, 61, 1])
  }

  @Test func aDataEntryWithoutItsSecondHalfComesLate() throws {
    var stream = ALSAInputStream()
    var packets: [UMP] = []
    for message in [[0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 12]] as [[UInt8]] {
      packets += Self.take(message, &stream)
    }
    #expect(packets.isEmpty)
    let first = stream.deadline
    let deadline = try #require(first)
    let early = stream.late(at: deadline - 1)
    let late = stream.late(at: deadline)
    let next = stream.deadline
    #expect(early.isEmpty && late.count == 1 && next == nil)
  }
}
