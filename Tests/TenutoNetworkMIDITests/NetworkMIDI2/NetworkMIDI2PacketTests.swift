import Testing

@testable import TenutoNetworkMIDI

struct NetworkMIDI2PacketTests {
  typealias Command = NetworkMIDI2Command

  static let who = Command.Introduction(name: "Ön", productInstanceID: "serial-1")
  static let nonce = Array("0123456789abcdef".utf8)

  /// Bytes from the tables of M2-124-UM, written by hand.
  static let vectors: [(Command, [UInt8])] = [
    (.accepted(who), [0x10, 3, 1, 0, 0xC3, 0x96, 0x6E, 0] + Array("serial-1".utf8)),
    (.pending(.init(name: "abc")), [0x11, 1, 1, 0, 0x61, 0x62, 0x63, 0]),
    (
      .authenticationRequired(.init(nonce: nonce, state: .wrongDigest, introduction: .init())),
      [0x12, 4, 0, 1] + nonce
    ),
    (
      .userAuthenticationRequired(.init(nonce: nonce, state: .unknownUser, introduction: .init())),
      [0x13, 4, 0, 2] + nonce
    ),
    (.authenticatedInvitation(nonce + nonce), [0x02, 8, 0, 0] + nonce + nonce),
    (
      .userInvitation(nonce + nonce, user: "me"),
      [0x03, 9, 0, 0] + nonce + nonce + [0x6D, 0x65, 0, 0]
    ),
    (.ping(0x0102_0304), [0x20, 1, 0, 0, 1, 2, 3, 4]),
    (.pingReply(5), [0x21, 1, 0, 0, 0, 0, 0, 5]),
    (.retransmitRequest(first: 0x1234, count: 3), [0x80, 1, 0x12, 0x34, 0, 3, 0, 0]),
    (.retransmitError(first: 0x1234, reason: 1), [0x81, 1, 1, 0, 0x12, 0x34, 0, 0]),
    (.sessionReset, [0x82, 0, 0, 0]), (.sessionResetReply, [0x83, 0, 0, 0]),
    (
      .notUnderstood(.notSupported, header: 0x8001_1234, text: ""),
      [0x8F, 1, 1, 0, 0x80, 1, 0x12, 0x34]
    ),
    (.bye(.userDidNotAccept, text: "no"), [0xF0, 1, 0x42, 0, 0x6E, 0x6F, 0, 0]),
    (.byeReply, [0xF1, 0, 0, 0]),
    (
      .data(.init(number: 0xFFFE, words: [0x2090_3C40])), [0xFF, 1, 0xFF, 0xFE, 0x20, 0x90, 60, 64]
    ),
    (.data(.init(number: 1, words: [])), [0xFF, 0, 0, 1]),
  ]

  @Test(arguments: vectors) func commandsMatchTheTables(
    _ command: Command, _ bytes: [UInt8]
  ) throws {
    let packet = NetworkMIDI2Packet([command])
    #expect(packet.encoded == [0x4D, 0x49, 0x44, 0x49] + bytes)
    #expect(try NetworkMIDI2Packet(parsing: packet.encoded) == packet)
  }

  /// An invitation has room for its answer.
  @Test func anInvitationIsPaddedWithZeros() throws {
    let command = Command.invitation(Self.who, abilities: [.secret])
    let bytes = NetworkMIDI2Packet([command]).encoded
    #expect(bytes[4] == 0x01 && bytes[6] == 1 && bytes[7] == 1)
    #expect(bytes.count == 8 + 4 * Int(bytes[5]) && bytes.count >= 52)
    #expect(try NetworkMIDI2Packet(parsing: bytes).items == [.command(command)])
  }

  @Test func severalCommandsShareADatagram() throws {
    let commands = Self.vectors.map(\.0)
    let packet = try NetworkMIDI2Packet(parsing: NetworkMIDI2Packet(commands).encoded)
    #expect(packet == NetworkMIDI2Packet(commands))
  }

  @Test func unknownCommandsAreReported() throws {
    let bytes: [UInt8] = [0x4D, 0x49, 0x44, 0x49, 0x55, 0, 1, 2, 0x20, 0, 0, 0, 0xF1, 0, 0, 0]
    let packet = try NetworkMIDI2Packet(parsing: bytes)
    #expect(
      packet.items == [
        .unreadable(header: 0x5500_0102, .unknownCommand),
        .unreadable(header: 0x2000_0000, .truncated), .command(.byeReply),
      ])
    #expect(throws: PacketError.badSignature) {
      try NetworkMIDI2Packet(parsing: [0x4D, 0x49, 0x44, 0x48])
    }
    #expect(throws: PacketError.truncated) {
      try NetworkMIDI2Packet(parsing: [0x4D, 0x49, 0x44, 0x49, 0xFF, 2, 0, 0, 1, 2, 3, 4])
    }
  }

  /// From Python's `hashlib`: sha256(b"0123456789abcdef" + b"secret"), and with the user "me"
  /// before.
  @Test func digestsAreSHA256() {
    func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(
      hexadecimal(NetworkMIDI2Credentials.secret("secret").digest(of: Self.nonce))
        == "c5310e3d1e5823ef77ce3a5804988a72fc60c307a0c8959f3461e202e4a8d814")
    #expect(
      hexadecimal(NetworkMIDI2Credentials.user("me", password: "secret").digest(of: Self.nonce))
        == "cf55f026e677bbe2a363746c480bff8abe7a21501558b460d283a7bd763abd08")
  }
}
