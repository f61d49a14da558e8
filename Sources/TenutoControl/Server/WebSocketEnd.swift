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

/// A message of a WebSocket.
enum WebSocketMessage: Sendable, Equatable {
  case text(String)
  /// A text that is already UTF-8.
  case utf8([UInt8])
  case binary([UInt8])
}
