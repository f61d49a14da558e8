/// The client end of `/v1/changes`: receives changes and sets parameters.
///
/// Thread: one at a time.
package final class ChangeClient {
  private let peer: WebSocketPeer

  /// Performs the WebSocket handshake on a connection.
  ///
  /// - Throws: The host's error.
  init(_ stream: SocketStream, _ query: String) throws(RequestError) {
    let head = [
      "GET /v1/changes\(query.isEmpty ? "" : "?\(query)") HTTP/1.1", "Host: tenuto",
      "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGVudXRvIGNvbnRyb2wgYQ==",
    ]
    guard stream.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)) else {
      throw Self.gone
    }
    let surplus = try Self.answer(on: stream)
    guard let peer = try? WebSocketPeer.client(of: stream, surplus: surplus) else {
      throw Self.gone
    }
    self.peer = peer
  }

  deinit { peer.end(.normal) }

  private static let gone = RequestError(503, "The host has just ended.")

  /// Reads the answer to the handshake, and returns the bytes that followed it.
  private static func answer(on stream: SocketStream) throws(RequestError) -> [UInt8] {
    var bytes: [UInt8] = []
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    let deadline = ContinuousClock.now + .seconds(ControlClient.timeoutSeconds)
    while end == nil {
      guard let more = stream.read(atMost: 4096) else {
        if ContinuousClock.now < deadline { continue }
        throw RequestError(504, "The host does not answer.")
      }
      if more.isEmpty {
        // Any other answer ends the connection and carries the error.
        _ = try HTTPAnswer(bytes)
        throw gone
      }
      bytes += more
      if bytes.starts(with: "HTTP/1.1 101 ".utf8) && bytes.count >= mark.count {
        end = (0...(bytes.count - mark.count)).first {
          bytes[$0..<($0 + mark.count)].elementsEqual(mark)
        }
      }
    }
    return Array(bytes[((end ?? 0) + mark.count)...])
  }

  /// Returns the next message; nil after `timeout` of silence.
  ///
  /// - Throws: 503 if the host has closed the connection.
  package func next(within timeout: Duration = .seconds(15)) throws(RequestError) -> [UInt8]? {
    do throws(WebSocketEnd) {
      while true {
        switch try peer.next(within: timeout) {
        case .text(let text): return Array(text.utf8)
        case .utf8(let bytes): return bytes
        case .binary: continue
        case nil: return nil
        }
      }
    } catch {
      throw error == .goingAway || error == .normal
        ? Self.gone : RequestError(500, "The host violates the WebSocket protocol (\(error)).")
    }
  }

  /// Returns the next message if it has that type; nil otherwise, and after `timeout` of silence.
  ///
  /// - Throws: 503 if the host has closed the connection.
  package func next<T: Decodable>(
    within timeout: Duration, as type: T.Type
  ) throws(RequestError) -> T? {
    try next(within: timeout).flatMap { WireJSON.value($0, as: T.self) }
  }

  /// Sets parameters; the host answers a request that has an `id`, and one that fails.
  ///
  /// - Throws: 503 if the host has closed the connection.
  package func send(_ request: SocketRequest) throws(RequestError) {
    let bytes = try WireJSON.bytes(request)
    let timeout = Duration.seconds(ControlClient.timeoutSeconds)
    guard peer.send([.utf8(bytes)], within: timeout) else { throw Self.gone }
  }
}
