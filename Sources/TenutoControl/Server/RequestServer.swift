/// Answers requests of this user's programs on a Unix socket, one for each connection.
///
/// For programs that are no host: a host's control API is `ControlServer`'s.
package final class RequestServer: Sendable {
  /// Answers a request, on a thread of its own.
  package typealias Handler = @Sendable (HTTPRequest) throws(RequestError) -> HTTPResponse

  /// What a handler answers.
  private struct Service: HTTPService {
    let handler: Handler

    func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
      do throws(RequestError) { return try handler(request) } catch { return HTTPResponse(error) }
    }

    func webSocket(
      _ request: HTTPRequest, _ rule: AccessRule
    ) throws(RequestError) -> (@Sendable (WebSocketPeer) -> Void)? { nil }
  }

  private let socket: ListeningSocket
  private let server: HTTPServer

  /// Connections at one time.
  private static let connectionLimit = 16

  /// Claims a name and begins.
  ///
  /// - Parameters:
  ///   - name: The name of the socket; nil for the first of `tenuto`, `tenuto-2` … that is free.
  ///   - folder: Where the sockets are.
  ///   - handler: Answers.
  /// - Throws: Why there is no socket.
  package init(
    name: String?, in folder: SocketFolder, handler: @escaping Handler
  ) throws(RequestError) {
    var limits = ConnectionLimits()
    limits.connections = Self.connectionLimit
    socket = try ListeningSocket.claim(name, in: folder)
    server = try HTTPServer(socket, Service(handler: handler), limits: limits)
  }

  deinit {
    server.stop()
    socket.end()
  }

  /// The name of the socket.
  package var name: String { socket.name }
}
