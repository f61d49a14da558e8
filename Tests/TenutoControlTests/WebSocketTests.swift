import Testing

@testable import TenutoControl

struct WebSocketTests {
  private func reader() -> WebSocketReader { WebSocketReader(isMasked: true, limit: 1000) }

  private func frame(
    _ kind: WebSocketFrame.Kind, _ text: String, isLast: Bool = true
  ) -> [UInt8] {
    WebSocketFrame(kind: kind, isLast: isLast, content: Array(text.utf8)).bytes(
      mask: [0x37, 0xFA, 0x21, 0x3D])
  }

  /// The example of RFC 6455, section 1.3.
  @Test func theKeyIsAnsweredAsTheSpecificationSays() {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }

  /// The examples of FIPS 180-4.
  @Test(arguments: [
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
  ])
  func digestsAreRight(_ text: String, _ digest: String) {
    let bytes = SHA1.digest(Array(text.utf8))
    #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
  }

  /// The example of section 5.7: a masked "Hello".
  @Test func bytesAreThoseOfTheSpecification() throws {
    #expect(
      frame(.text, "Hello") == [
        0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58,
      ])
    #expect(WebSocketFrame(kind: .text, content: Array("Hi".utf8)).bytes() == [0x81, 2, 72, 105])
    let long = WebSocketFrame(kind: .text, content: [UInt8](repeating: 65, count: 70_000))
    #expect(Array(long.bytes().prefix(10)) == [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70])
  }

  @Test func messagesComeInPiecesOfAnySize() throws {
    let bytes =
      frame(.text, "Hel", isLast: false) + frame(.ping, "x") + frame(.continuation, "lo")
      + frame(.text, String(repeating: "a", count: 300)) + frame(.close, "")
    for size in [1, 2, 7, 1000] {
      var reader = reader()
      var messages: [WebSocketReader.Message] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.append(Array(bytes[start..<min(start + size, bytes.count)]))
        while let message = try reader.next() { messages.append(message) }
      }
      #expect(
        messages == [
          .ping([120]), .text("Hello"), .text(String(repeating: "a", count: 300)), .close,
        ])
      #expect(!reader.isInside)
    }
  }

  @Test func whatIsAgainstTheSpecificationEndsIt() {
    let wrong: [([UInt8], WebSocketEnd)] = [
      ([0x81, 0x01, 65], .protocolError),  // not masked
      ([0xC1, 0x80, 0, 0, 0, 0], .protocolError),  // a reserved bit
      ([0x83, 0x80, 0, 0, 0, 0], .protocolError),  // a reserved kind
      ([0x09, 0x80, 0, 0, 0, 0], .protocolError),  // a ping in pieces
      ([0x89, 0xFE, 0, 200, 0, 0, 0, 0], .protocolError),  // a long ping
      ([0x80, 0x80, 0, 0, 0, 0], .protocolError),  // goes on with nothing
      (frame(.text, "a", isLast: false) + frame(.text, "b"), .protocolError),
      ([0x82, 0x80, 0, 0, 0, 0], .unsupported),
      ([0x81, 0x81, 0, 0, 0, 0, 0xFF], .noText),
      ([0x81, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0], .tooBig),  // before its content comes
      ([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooBig),
      (
        frame(.text, String(repeating: "a", count: 600), isLast: false)
          + frame(.continuation, String(repeating: "a", count: 600)), .tooBig
      ),
    ]
    for (bytes, end) in wrong {
      var reader = reader()
      reader.append(bytes)
      #expect(throws: end, "\(bytes.prefix(12))") { while try reader.next() != nil {} }
    }
  }
}
