internal import NIOWebSocket

/// Why a WebSocket ends (RFC 6455, section 7.4.1).
enum WebSocketEnd: UInt16, Error {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupported = 1003
  case noText = 1007
  /// It does not read what it is sent (1008, "policy violation").
  case tooSlow = 1008
  case tooBig = 1009

  /// Why frames could not be read.
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
  /// A text that is there as UTF-8 already.
  case utf8([UInt8])
  case binary([UInt8])
}
