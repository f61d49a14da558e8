/// Answers requests of this user's programs on a Unix socket, one per connection.
///
/// For programs other than hosts: `ControlServer` serves a host's control API.
package final class RequestServer: Sendable {
  /// Answers one request, on a separate thread.
  package typealias Handler = @Sendable (HTTPRequest) throws(RequestError) -> HTTPResponse

  /// Passes requests to the handler.
  private struct Service: HTTPService {
    let handler: Handler

    func answer(_ request: HTTPRequest, _ rule: AccessRule) -> HTTPResponse {
      do throws(RequestError) { return try handler(request) } catch { return HTTPResponse(error) }
    }

    func webSocket(
      _ request: HTTPRequest, _ rule: AccessRule
    ) throws(RequestError) -> WebSocketOffer? { nil }
  }

  private let socket: ListeningSocket
  private let server: HTTPServer

  /// Maximum number of connections.
  private static let connectionLimit = 16

  /// Claims a name and starts serving.
  ///
  /// - Parameters:
  ///   - name: The name of the socket; nil for the first of `tenuto`, `tenuto-2` … that is free.
  ///   - folder: The folder of the sockets.
  ///   - handler: Answers the requests.
  /// - Throws: An error if the socket cannot be created.
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
