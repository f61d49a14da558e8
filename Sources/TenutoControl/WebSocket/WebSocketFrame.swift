/// A frame of a WebSocket (RFC 6455, section 5).
struct WebSocketFrame: Equatable {
  /// What a frame is.
  enum Kind: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether it stands for itself between the pieces of a message.
    var isControl: Bool { rawValue >= 8 }
  }

  var kind: Kind
  /// Whether it is the last of its message.
  var isLast = true
  var content: [UInt8]

  /// Bytes of a control frame's content at most.
  static let controlLimit = 125

  /// What goes over the wire; a client masks it, a server does not.
  func bytes(mask: [UInt8]? = nil) -> [UInt8] {
    let isMasked: UInt8 = mask == nil ? 0 : 0x80
    var bytes = [(isLast ? 0x80 : 0) | kind.rawValue]
    func append(_ length: Int, byteCount: Int) {
      for index in (0..<byteCount).reversed() {
        bytes.append(UInt8(truncatingIfNeeded: length >> (8 * index)))
      }
    }
    switch content.count {
    case ...125: bytes.append(isMasked | UInt8(content.count))
    case ...0xFFFF:
      bytes.append(isMasked | 126)
      append(content.count, byteCount: 2)
    default:
      bytes.append(isMasked | 127)
      append(content.count, byteCount: 8)
    }
    guard let mask else { return bytes + content }
    return bytes + mask + Self.masked(content, mask)
  }

  static func masked(_ content: [UInt8], _ mask: [UInt8]) -> [UInt8] {
    content.indices.map { content[$0] ^ mask[$0 % 4] }
  }

  /// That the connection ends, and why (section 7.4).
  static func close(_ reason: WebSocketEnd) -> WebSocketFrame {
    let code = [UInt8(reason.rawValue >> 8), UInt8(truncatingIfNeeded: reason.rawValue)]
    return WebSocketFrame(kind: .close, content: code)
  }
}

/// Why a WebSocket ends (RFC 6455, section 7.4.1).
enum WebSocketEnd: UInt16, Error {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupported = 1003
  case noText = 1007
  case tooBig = 1009
  /// It does not read what it is sent (1008, "policy violation").
  case tooSlow = 1008
}
