internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket

/// The opening handshake of a WebSocket (RFC 6455, section 4).
enum WebSocketHandshake {
  /// Returns whether a request asks for a WebSocket.
  static func isRequested(by request: HTTPRequest) -> Bool {
    request.headers["upgrade"]?.lowercased() == "websocket"
  }

  /// - Throws: 400 if the request violates RFC 6455.
  static func check(_ request: HTTPRequest) throws(RequestError) {
    let tokens = (request.headers["connection"] ?? "").lowercased().split { " ,".contains($0) }
    guard request.method == "GET", tokens.contains("upgrade"),
      request.headers["sec-websocket-version"] == "13",
      let key = request.headers["sec-websocket-key"], Data(base64Encoded: key)?.count == 16
    else { throw RequestError(400, "The WebSocket handshake does not follow RFC 6455.") }
  }

  /// Returns the head of the answer to a request that `check` has accepted.
  ///
  /// Thread: event loop.
  static func answer(
    to head: HTTPRequestHead, on channel: any Channel
  ) -> EventLoopFuture<HTTPResponseHead> {
    let upgrader = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
      upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
    return upgrader.buildUpgradeResponse(
      channel: channel, upgradeRequest: head, initialResponseHeaders: [:]
    ).map { fields in
      HTTPResponseHead(
        version: .http1_1, status: .switchingProtocols,
        headers: [
          "Connection": "Upgrade", "Upgrade": "websocket",
          "Sec-WebSocket-Accept": fields["sec-websocket-accept"].first ?? "",
        ])
    }
  }
}
