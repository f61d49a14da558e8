import Foundation
import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import TenutoControl

struct WebSocketTests {
  /// Frames as bytes, masked.
  private func frame(
    _ kind: WebSocketOpcode, _ text: String, isLast: Bool = true
  ) throws -> [UInt8] {
    let channel = EmbeddedChannel(handler: WebSocketFrameEncoder())
    try channel.writeOutbound(
      WebSocketFrame(
        fin: isLast, opcode: kind, maskKey: [0x37, 0xFA, 0x21, 0x3D],
        data: ByteBuffer(string: text)))
    var bytes: [UInt8] = []
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }

  /// The messages that a program gets from bytes in pieces of `size`, and the reason for the end.
  private func take(
    _ bytes: [UInt8], size: Int, limits: ConnectionLimits = ConnectionLimits()
  ) throws -> (messages: [WebSocketMessage], end: WebSocketEnd?) {
    let channel = EmbeddedChannel()
    let peer = try WebSocketPeer.begin(on: channel, isServer: true, limits)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try channel.writeInbound(ByteBuffer(bytes: bytes[start..<min(start + size, bytes.count)]))
    }
    var messages: [WebSocketMessage] = []
    do throws(WebSocketEnd) {
      while let message = try peer.next(within: .zero) { messages.append(message) }
    } catch {
      return (messages, error)
    }
    return (messages, nil)
  }

  @Test func messagesComeInPiecesOfAnySize() throws {
    let bytes =
      try frame(.text, "Hel", isLast: false) + frame(.ping, "x") + frame(.continuation, "lo")
      + frame(.text, String(repeating: "a", count: 300)) + frame(.binary, "b")
      + frame(.connectionClose, "")
    for size in [1, 2, 7, 1000] {
      let (messages, end) = try take(bytes, size: size)
      #expect(
        messages == [
          .text("Hello"), .text(String(repeating: "a", count: 300)), .binary([98]),
        ])
      #expect(end == .normal)
    }
  }

  @Test func violationsOfTheSpecificationEndIt() throws {
    let half = String(repeating: "a", count: 600 << 10)
    let wrong: [([UInt8], WebSocketEnd)] = [
      ([0x81, 0x01, 65], .protocolError),  // not masked
      ([0xC1, 0x80, 0, 0, 0, 0], .protocolError),  // a reserved bit
      ([0x83, 0x80, 0, 0, 0, 0], .protocolError),  // a reserved kind
      ([0x09, 0x80, 0, 0, 0, 0], .protocolError),  // a ping in pieces
      ([0x89, 0xFE, 0, 200, 0, 0, 0, 0], .protocolError),  // a long ping
      ([0x80, 0x80, 0, 0, 0, 0], .protocolError),  // a continuation without a start
      (try frame(.text, "a", isLast: false) + frame(.text, "b"), .protocolError),
      ([0x81, 0x81, 0, 0, 0, 0, 0xFF], .noText),
      ([0x81, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0], .tooBig),  // before its content arrives
      ([0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .tooBig),
      (try frame(.text, half, isLast: false) + frame(.continuation, half), .tooBig),
    ]
    for (bytes, end) in wrong {
      #expect(try take(bytes, size: 1 << 20).end == end, "\(bytes.prefix(12))")
    }
  }

  /// Data above the rate is not lost: it stays in the socket, and reading pauses.
  @Test func fastInputWaits() throws {
    let channel = EmbeddedChannel()
    var limits = ConnectionLimits()
    limits.messagesPerSecond = 10
    let peer = try WebSocketPeer.begin(on: channel, isServer: true, limits)
    let handler = try channel.pipeline.syncOperations.handler(type: WebSocketHandler.self)
    for _ in 0..<9 { try channel.writeInbound(ByteBuffer(bytes: try frame(.text, "a"))) }
    #expect(handler.pauses.isEmpty)
    try channel.writeInbound(ByteBuffer(bytes: try frame(.text, "a")))
    #expect(handler.pauses == .fast)
    // Reading resumes after a second.
    channel.embeddedEventLoop.advanceTime(to: .now() + .seconds(2))
    #expect(handler.pauses.isEmpty)
    var count = 0
    while try peer.next(within: .zero) != nil { count += 1 }
    #expect(count == 10)
  }
}
