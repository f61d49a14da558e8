internal import FoundationEssentials

/// How a connection becomes a WebSocket (RFC 6455, section 4).
enum WebSocketHandshake {
  /// Whether a request wishes one.
  static func isWished(by request: HTTPRequest) -> Bool {
    request.headers["upgrade"]?.lowercased() == "websocket"
  }

  /// The answer to such a request.
  ///
  /// - Throws: 426 where it wishes none, 400 where it does so in another way than RFC 6455.
  static func answer(to request: HTTPRequest) throws(RequestError) -> HTTPResponse {
    guard isWished(by: request) else {
      throw RequestError(426, "This is a WebSocket; ask with 'Upgrade: websocket'.")
    }
    let tokens = (request.headers["connection"] ?? "").lowercased().split { " ,".contains($0) }
    guard request.method == "GET", tokens.contains("upgrade"),
      request.headers["sec-websocket-version"] == "13",
      let key = request.headers["sec-websocket-key"], Data(base64Encoded: key)?.count == 16
    else { throw RequestError(400, "The handshake of the WebSocket is not that of RFC 6455.") }
    return HTTPResponse(switchingTo: accept(key))
  }

  /// What proves that the key was read.
  static func accept(_ key: String) -> String {
    let bytes = SHA1.digest(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
    return Data(bytes).base64EncodedString()
  }
}
