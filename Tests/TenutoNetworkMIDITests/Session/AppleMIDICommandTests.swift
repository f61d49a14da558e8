import Testing

@testable import TenutoNetworkMIDI

struct AppleMIDICommandTests {
  static let commands: [AppleMIDICommand] = [
    .invitation(.init(token: 1, ssrc: 2, name: "Ön")), .invitation(.init(token: 1, ssrc: 2)),
    .acceptance(.init(token: 3, ssrc: 4, name: "x")), .rejection(.init(token: 5, ssrc: 6)),
    .end(.init(token: 7, ssrc: 8)), .clock(.init(ssrc: 9, count: 2, .init(1, 2, 1 << 63))),
    .feedback(ssrc: 10, sequenceNumber: 0xFFFE), .bitRateLimit(ssrc: 1, bitsPerSecond: 31_250),
  ]

  @Test(arguments: commands) func aCommandIsParsedAsWritten(_ command: AppleMIDICommand) throws {
    let bytes = command.encoded
    #expect(AppleMIDICommand.isCommand(bytes))
    #expect(try AppleMIDICommand(parsing: bytes) == command)
    for count in 0..<10 {
      #expect(throws: PacketError.self) {
        try AppleMIDICommand(parsing: Array(bytes.prefix(count)))
      }
    }
  }

  @Test func anInvitationEqualsThatOfMacOS() throws {
    let bytes: [UInt8] =
      [0xFF, 0xFF, 0x49, 0x4E, 0, 0, 0, 2, 0x41, 0x0B, 0xAF, 0x0B, 0x14, 0xD1, 0x3C, 0x1B]
      + Array("MacBook\0".utf8)
    let expected = AppleMIDICommand.invitation(
      .init(token: 0x410B_AF0B, ssrc: 0x14D1_3C1B, name: "MacBook"))
    #expect(try AppleMIDICommand(parsing: bytes) == expected)
    #expect(expected.encoded == bytes)
    var other = bytes
    other[7] = 3
    #expect(throws: PacketError.badVersion) { try AppleMIDICommand(parsing: other) }
  }

  @Test func aLongNameIsCutBetweenCharacters() throws {
    let name = String(repeating: "é", count: 60)
    let bytes = AppleMIDICommand.invitation(.init(token: 0, ssrc: 0, name: name)).encoded
    #expect(bytes.count == 16 + 62 + 1)
    let long = bytes.dropLast() + [UInt8](repeating: 65, count: 1000) + [0]
    #expect(throws: PacketError.tooLong) { try AppleMIDICommand(parsing: Array(long)) }
  }
}
