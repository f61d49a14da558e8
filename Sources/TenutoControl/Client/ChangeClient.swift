/// The client end of `/v1/changes`: receives changes and sets parameters.
///
/// Thread: one at a time.
package final class ChangeClient {
  private let peer: WebSocketPeer

  /// Performs the WebSocket handshake on a connection.
  ///
  /// - Throws: The host's error.
  init(_ stream: SocketStream, _ query: String) throws(RequestError) {
    let opening = try WebSocketOpening(
      on: stream, target: "/v1/changes\(query.isEmpty ? "" : "?\(query)")",
      fields: [("Host", "tenuto")], timeout: .seconds(ControlClient.timeoutSeconds))
    guard opening.isAccepted else {
      // Any other answer ends the connection and carries the error.
      var bytes = opening.head + opening.surplus
      while let more = stream.read(atMost: 4096), !more.isEmpty { bytes += more }
      _ = try HTTPAnswer(bytes)
      throw Self.gone
    }
    guard let peer = try? opening.peer(ConnectionLimits(pingSeconds: nil)) else { throw Self.gone }
    self.peer = peer
  }

  deinit { peer.end(.normal) }

  private static let gone = RequestError(503, "The host has just ended.")

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

  /// Sets parameters; the host answers a request with an `id`, and a failed request.
  ///
  /// - Throws: 503 if the host has closed the connection.
  package func send(_ request: SocketRequest) throws(RequestError) {
    let bytes = try WireJSON.bytes(request)
    let timeout = Duration.seconds(ControlClient.timeoutSeconds)
    guard peer.send([.utf8(bytes)], within: timeout) else { throw Self.gone }
  }
}
