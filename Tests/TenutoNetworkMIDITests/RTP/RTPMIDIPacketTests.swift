import TenutoCore
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

struct RTPMIDIPacketTests {
  private func packet(list: [UInt8], hasFirstDelta: Bool = false) throws -> RTPMIDIPacket {
    var bytes: [UInt8] = [0x80, 0xE1, 0x12, 0x34, 0, 0, 1, 0, 0xDE, 0xAD, 0xBE, 0xEF]
    bytes += [0x80 | (hasFirstDelta ? 0x20 : 0) | UInt8(list.count >> 8), UInt8(list.count & 0xFF)]
    return try RTPMIDIPacket(parsing: bytes + list)
  }

  @Test func aPacketIsWrittenAsInTheStandard() throws {
    let packet = RTPMIDIPacket(
      sequenceNumber: 0x1234, timestamp: 256, ssrc: 0xDEAD_BEEF,
      commands: [
        RTPMIDICommand(.voice(0x90, 60, 100)),
        RTPMIDICommand(offset: 5, .voice(0x90, 64, 90)),
        RTPMIDICommand(offset: 300, .system(0xF8)),
        RTPMIDICommand(offset: 300, .voice(0x90, 67, 80)),
      ])
    let expected: [UInt8] =
      [0x80, 0xE1, 0x12, 0x34, 0, 0, 1, 0, 0xDE, 0xAD, 0xBE, 0xEF, 0x0C]
      + [0x90, 60, 100, 5, 64, 90, 0x82, 0x27, 0xF8, 0, 67, 80]
    #expect(packet.encoded == expected)
    #expect(try RTPMIDIPacket(parsing: expected) == packet)
  }

  @Test func realtimeKeepsRunningStatusAndCommonCancelsIt() throws {
    let commands = try packet(list: [0x90, 60, 1, 0, 0xFE, 0, 61, 2]).commands
    #expect(commands.map(\.message) == [.voice(0x90, 60, 1), .system(0xFE), .voice(0x90, 61, 2)])
    #expect(throws: PacketError.badValue) { try packet(list: [0x90, 60, 1, 0, 0xF6, 0, 61, 2]) }
  }

  @Test func undefinedCommandsAreSkipped() throws {
    let list: [UInt8] = [0xF9, 3, 0xF4, 1, 2, 0x83, 0, 0xC0, 5, 9]
    // F4 includes its data, and the time continues; a last delta may be alone.
    let commands = try packet(list: list).commands
    #expect(commands == [RTPMIDICommand(offset: 387, .voice(0xC0, 5))])
    let second = try packet(list: [0xFD, 3, 0xC0, 5, 9]).commands
    #expect(second == [RTPMIDICommand(offset: 3, .voice(0xC0, 5))])
  }

  @Test func segmentsOfSysExAreParsedByTheirEnd() throws {
    let list: [UInt8] =
      [0xF0, 1, 2, 0xF0, 0, 0xF8, 4, 0xF7, 3, 0xF0, 0, 0xF7, 0xF7, 0, 0xF0, 9, 0xF4, 0, 0xF0, 0xF5]
    let messages = try packet(list: list).commands.map(\.message)
    #expect(
      messages == [
        .sysEx(SysExSegment(isFirst: true, ending: .open, data: [1, 2])), .system(0xF8),
        .sysEx(SysExSegment(isFirst: false, ending: .open, data: [3])),
        .sysEx(SysExSegment(isFirst: false, ending: .complete, data: [])),
        .sysEx(SysExSegment(isFirst: true, ending: .cancelled, data: [9])),
        .sysEx(SysExSegment(isFirst: true, ending: .completeWithoutF7, data: [])),
      ])
    let inside = try packet(list: [0xF0, 1, 0xFA, 2, 0xF7]).commands.map(\.message)
    #expect(
      inside == [
        .system(0xFA), .sysEx(SysExSegment(isFirst: true, ending: .complete, data: [1, 2])),
      ])
  }

  @Test func truncatedOrMalformedPacketsAreRefused() throws {
    for list: [UInt8] in [
      [0x90, 60], [60, 1], [0x90, 0x80, 1], [0xF0, 1], [0xF0, 0x90, 1, 0xF7], [0xF2, 1],
      [0x90, 60, 1, 0x80, 0x80, 0x80, 0x80, 0],
    ] {
      #expect(throws: PacketError.self) { try packet(list: list) }
    }
    let good = RTPMIDIPacket(
      sequenceNumber: 1, timestamp: 2, ssrc: 3,
      commands: [RTPMIDICommand(.voice(0xB1, 7, 99))], journal: JournalTests.full
    ).encoded
    // A list of three bytes; a journal that is announced but missing is ignored.
    let listEnd = 12 + 1 + 3
    for count in 0..<good.count where count != listEnd {
      #expect(throws: PacketError.self, "\(count)") {
        try RTPMIDIPacket(parsing: Array(good.prefix(count)))
      }
    }
    let bare = try RTPMIDIPacket(parsing: Array(good.prefix(listEnd)))
    #expect(bare.commands == [RTPMIDICommand(.voice(0xB1, 7, 99))])
    #expect(bare.journal == nil)
  }

  @Test func parsingAnyBytesIsSafe() {
    var generator = SeededRandom(seed: 4)
    var music = RandomMusic(seed: 5)
    var history = SentHistory(first: 1)
    var stream = ReceivedStream()
    for number in UInt64(1)..<3000 {
      let message = music.message()
      var bytes = RTPMIDIPacket(
        sequenceNumber: UInt16(number), timestamp: 0, ssrc: 0,
        commands: [RTPMIDICommand(message)], journal: history.journal(of: number)
      ).encoded
      history.record(message, in: number)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 12..<bytes.count, using: &generator)
        bytes[index] = UInt8.random(in: 0...255, using: &generator)
      }
      guard let packet = try? RTPMIDIPacket(parsing: bytes) else { continue }
      let delivery = stream.receive(packet)
      #expect((delivery?.repairs.count ?? 0) < 40_000)
      if number % 64 == 0 { history.acknowledge(through: number - 1) }
    }
    #expect(stream.counters.received > 500)
  }
}
