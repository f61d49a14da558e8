/// The client's end of the opening handshake of a WebSocket (RFC 6455, section 4.1).
///
/// Thread: control; it blocks.
struct WebSocketOpening: Sendable {
  /// The head of the answer with the empty line that ends it, or all of a malformed answer.
  let head: [UInt8]
  /// The bytes that followed the head.
  let surplus: [UInt8]
  private let stream: SocketStream

  /// Maximum size of the answer's head in bytes.
  private static let headLimit = 1 << 16

  /// Requests a WebSocket on a new connection, and reads the head of the answer.
  ///
  /// - Parameters:
  ///   - stream: The connection.
  ///   - target: The request target, such as `/v1/changes`.
  ///   - fields: The request's fields besides those of the handshake; `Host` must be one of them.
  ///   - key: `Sec-WebSocket-Key`, the base64 of 16 bytes.
  ///   - timeout: The time for the answer.
  /// - Throws: 503 if the connection has ended, 504 without an answer.
  init(
    on stream: SocketStream, target: String, fields: [(name: String, value: String)],
    key: String = "dGVudXRvIGNvbnRyb2wgYQ==", timeout: Duration
  ) throws(RequestError) {
    let lines =
      ["GET \(target) HTTP/1.1"] + fields.map { "\($0.name): \($0.value)" } + [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: \(key)", "", "",
      ]
    guard stream.write(Array(lines.joined(separator: "\r\n").utf8)) else {
      throw RequestError(503, "The connection has ended.")
    }
    self.stream = stream
    (head, surplus) = try Self.answer(on: stream, within: timeout)
  }

  /// Whether the connection has become a WebSocket.
  var isAccepted: Bool { head.starts(with: "HTTP/1.1 101 ".utf8) }

  /// Returns the WebSocket of an accepted request.
  ///
  /// - Throws: An error if the socket cannot be used.
  func peer(_ limits: ConnectionLimits) throws -> WebSocketPeer {
    try WebSocketPeer.client(of: stream, surplus: surplus, limits)
  }

  /// Reads until the end of the answer's head.
  private static func answer(
    on stream: SocketStream, within timeout: Duration
  ) throws(RequestError) -> (head: [UInt8], surplus: [UInt8]) {
    var bytes: [UInt8] = []
    let mark = Array("\r\n\r\n".utf8)
    let deadline = ContinuousClock.now + timeout
    while bytes.count < headLimit {
      let more = stream.read(atMost: 4096)
      guard ContinuousClock.now < deadline else {
        throw RequestError(504, "There is no answer.")
      }
      guard let more else { continue }
      if more.isEmpty { break }
      // The mark may be in two pieces.
      let start = max(0, bytes.count - mark.count + 1)
      bytes += more
      if let place = bytes[start...].firstRange(of: mark) {
        return (Array(bytes[..<place.upperBound]), Array(bytes[place.upperBound...]))
      }
    }
    return (bytes, [])
  }
}
