/// The other end of `/v1/changes`: hears of changes, and sets parameters.
///
/// Thread: one at a time.
package final class ChangeClient {
  private let stream: SocketStream
  private var reader = WebSocketReader(isMasked: false, limit: 16 << 20)

  /// Shakes hands over a connection.
  ///
  /// - Throws: What the host says.
  init(_ stream: SocketStream, _ query: String) throws(RequestError) {
    self.stream = stream
    let key = "dGVudXRvIGNvbnRyb2wgYQ=="
    let head = [
      "GET /v1/changes\(query.isEmpty ? "" : "?\(query)") HTTP/1.1", "Host: tenuto",
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: \(key)",
    ]
    guard stream.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)) else {
      throw Self.gone
    }
    try shakeHands(expecting: WebSocketHandshake.accept(key))
  }

  private static let gone = RequestError(503, "The host has just ended.")

  private func shakeHands(expecting accept: String) throws(RequestError) {
    var bytes: [UInt8] = []
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    let deadline = ContinuousClock.now + .seconds(ControlClient.patienceSeconds)
    while end == nil {
      guard let more = stream.read(atMost: 4096) else {
        if ContinuousClock.now < deadline { continue }
        throw RequestError(504, "The host does not answer.")
      }
      if more.isEmpty {
        // What was no handshake ends with the connection, and says why.
        _ = try HTTPAnswer(bytes)
        throw Self.gone
      }
      bytes += more
      if bytes.starts(with: "HTTP/1.1 101 ".utf8) && bytes.count >= mark.count {
        end = (0...(bytes.count - mark.count)).first {
          bytes[$0..<($0 + mark.count)].elementsEqual(mark)
        }
      }
    }
    let split = end ?? 0
    let fields = String(decoding: bytes[..<split], as: UTF8.self).split(separator: "\r\n")
    guard fields.contains("Sec-WebSocket-Accept: \(accept)") else { throw Self.gone }
    reader.append(Array(bytes[(split + mark.count)...]))
  }

  /// The next message; nil after `patience` of silence.
  ///
  /// - Throws: 503 when the host has ended it.
  package func next(within patience: Duration = .seconds(15)) throws(RequestError) -> [UInt8]? {
    let end = ContinuousClock.now + patience
    while true {
      do throws(WebSocketEnd) {
        switch try reader.next() {
        case .text(let text): return Array(text.utf8)
        case .ping(let bytes): send(.pong, bytes)
        case .close: throw WebSocketEnd.goingAway
        case nil:
          if ContinuousClock.now > end { return nil }
          try receive()
        }
      } catch {
        throw error == .goingAway
          ? Self.gone : RequestError(500, "The host sends what is no WebSocket (\(error)).")
      }
    }
  }

  /// The next message, where it is of that kind; nil after `patience` of silence, and for others.
  ///
  /// - Throws: 503 when the host has ended it.
  package func next<T: Decodable>(
    within patience: Duration, as type: T.Type
  ) throws(RequestError) -> T? {
    try next(within: patience).flatMap { WireJSON.value($0, as: T.self) }
  }

  private func receive() throws(WebSocketEnd) {
    guard let bytes = stream.read(atMost: 65536) else { return }
    if bytes.isEmpty { throw .goingAway }
    reader.append(bytes)
  }

  /// Sets parameters; the host answers where the request has an `id`, or where it fails.
  ///
  /// - Throws: 503 when the host has ended it.
  package func send(_ request: SocketRequest) throws(RequestError) {
    guard send(.text, try WireJSON.bytes(request)) else { throw Self.gone }
  }

  @discardableResult
  private func send(_ kind: WebSocketFrame.Kind, _ content: [UInt8]) -> Bool {
    // Any mask will do where nobody stands between.
    stream.write(WebSocketFrame(kind: kind, content: content).bytes(mask: [1, 2, 3, 4]))
  }
}
