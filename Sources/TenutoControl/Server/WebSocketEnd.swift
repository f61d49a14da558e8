internal import NIOWebSocket

/// The reason of a WebSocket's end (RFC 6455, section 7.4.1).
enum WebSocketEnd: UInt16, Error {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupported = 1003
  case noText = 1007
  /// The peer does not read its messages (1008, "policy violation").
  case tooSlow = 1008
  case tooBig = 1009

  /// Converts an error of the frame decoder.
  init(_ error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      self = .tooBig
    default: self = .protocolError
    }
  }
}

/// The content of a close frame: a code, and a reason in words (RFC 6455, section 5.5.1).
struct WebSocketClosing: Sendable, Equatable {
  /// 1000...1014 or 3000...4999.
  let code: UInt16
  /// The reason, at most 123 bytes.
  let reason: [UInt8]

  /// Creates the content without a reason in words.
  init(code: UInt16) { (self.code, reason) = (code, []) }

  /// Parses the content; nil if none exists, or if it must not be sent.
  init?(parsing bytes: [UInt8]) {
    guard (2...125).contains(bytes.count) else { return nil }
    code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    reason = Array(bytes[2...])
    // 1004, 1005 and 1006 are never sent.
    let isSent = (1000...1014).contains(code) && !(1004...1006).contains(code)
    guard isSent || (3000...4999).contains(code),
      String(validating: reason, as: UTF8.self) != nil
    else { return nil }
  }

  /// The content of the frame.
  var bytes: [UInt8] { [UInt8(code >> 8), UInt8(truncatingIfNeeded: code)] + reason }
}

/// A message of a WebSocket.
enum WebSocketMessage: Sendable, Equatable {
  case text(String)
  /// A text that is already UTF-8.
  case utf8([UInt8])
  case binary([UInt8])
}
