import TenutoCore
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

struct DNSMessageTests {
  private static func name(_ text: String) throws -> DNSName { try #require(DNSName(text)) }

  @Test func aMessageIsParsedAsWritten() throws {
    let type = try Self.name("_apple-midi._udp.local")
    let instance = try #require(DNSName("Ünï. x", "_apple-midi._udp.local"))
    let host = try Self.name("studio.local")
    var message = DNSMessage(isResponse: true)
    message.questions = [DNSQuestion(type, .ptr), DNSQuestion(instance, .any)]
    message.questions[1].isUnicastWelcome = true
    message.answers = [
      DNSRecord(type, .pointer(instance), lifetime: 4500, isUnique: false),
      DNSRecord(instance, .service(port: 5004, host: host), lifetime: 120, isUnique: true),
    ]
    message.authorities = [
      DNSRecord(instance, .texts([Array("a=b".utf8), [7]]), lifetime: 0, isUnique: true)
    ]
    message.additionals = [
      DNSRecord(host, .address([192, 0, 2, 1]), lifetime: 120, isUnique: true),
      DNSRecord(
        host, .address([0xFE, 0x80] + [UInt8](repeating: 1, count: 14)), lifetime: 9,
        isUnique: true),
      DNSRecord(host, .other(DNSType(number: 47), [1, 2, 3]), lifetime: 9, isUnique: false),
    ]
    let bytes = message.encoded
    #expect(try DNSMessage(parsing: bytes) == message)
    // The type's name occurs once; others point to it.
    let label = Array("_apple-midi".utf8)
    let places = bytes.indices.filter { bytes[$0...].starts(with: label) }
    #expect(places.count == 1)
    for count in bytes.indices {
      #expect(throws: PacketError.self) { try DNSMessage(parsing: Array(bytes[..<count])) }
    }
  }

  @Test func emptyTextsAreOneEmptyText() throws {
    let name = try Self.name("x.local")
    var message = DNSMessage(isResponse: true)
    for texts: [[UInt8]] in [[], [[]], [[], [1]]] {
      message.answers = [DNSRecord(name, .texts(texts), lifetime: 1, isUnique: false)]
      let read = try DNSMessage(parsing: message.encoded)
      #expect(read.answers.map(\.content) == [.texts(texts.filter { !$0.isEmpty })])
      #expect(try DNSMessage(parsing: read.encoded) == read)
    }
  }

  @Test func namesWithForwardOrCircularPointersAreRefused() throws {
    let header: [UInt8] = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    for name: [UInt8] in [[0xC0, 12], [0xC0, 14], [1, 0x61, 0xC0, 12], [0x80, 1], [0xC0]] {
      #expect(throws: PacketError.self) {
        try DNSMessage(parsing: header + name + [0, 12, 0, 1])
      }
    }
  }

  @Test func oversizedMessagesAreRefused() {
    var many: [UInt8] = [0, 0, 0, 0, 0, 65, 0, 0, 0, 0, 0, 0]
    many += (0..<65).flatMap { _ -> [UInt8] in [0, 0, 12, 0, 1] }
    #expect(throws: PacketError.tooLong) { try DNSMessage(parsing: many) }
    #expect(throws: PacketError.tooLong) {
      try DNSMessage(parsing: [UInt8](repeating: 0, count: 9001))
    }
    #expect(DNSName(labels: [[UInt8](repeating: 97, count: 64)]) == nil)
    #expect(DNSName(labels: [[]]) == nil)
    #expect(DNSName("x", "y")?.first == "x")
  }

  @Test func namesAreComparedWithoutCase() throws {
    #expect(try Self.name("Studio.LOCAL") == Self.name("studio.local"))
    #expect(try Self.name("Studio.local") != Self.name("studios.local"))
  }

  @Test func parsingAnyBytesIsSafe() {
    var generator = SeededRandom(seed: 1)
    for _ in 0..<20_000 {
      var bytes = generator.bytes(Int.random(in: 0..<120, using: &generator))
      for place in 0..<min(12, bytes.count) { bytes[place] = place == 5 || place == 7 ? 1 : 0 }
      _ = try? DNSMessage(parsing: bytes)
    }
  }
}
