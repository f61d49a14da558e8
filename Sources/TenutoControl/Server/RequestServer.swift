internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// Answers requests of this user's programs on a Unix socket, one for each connection.
///
/// For programs that are no host: a host's control API is `ControlServer`'s.
package final class RequestServer: Sendable {
  /// Answers a request, on a thread of its own.
  package typealias Handler = @Sendable (HTTPRequest) throws(RequestError) -> HTTPResponse

  private let socket: ListeningSocket
  private let connectionCount = Atomic(0)

  /// Connections at one time.
  private static let connectionLimit = 16
  /// Seconds of silence after which a connection is given up.
  private static let patienceSeconds = 5

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
    socket = try ListeningSocket.claim(name, in: folder)
    let socket = socket
    DetachedThread.startOrTrap { [weak self] in
      while let connection = socket.accept() {
        let stream = SocketStream(owning: connection, patienceSeconds: Self.patienceSeconds)
        self?.take(stream, handler)
      }
    }
  }

  deinit { socket.end() }

  /// The name of the socket.
  package var name: String { socket.name }

  private func take(_ stream: SocketStream, _ handler: @escaping Handler) {
    let count = connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
    guard count <= Self.connectionLimit,
      AccessRule.user(geteuid()).admits(peerUser: stream.peerUser)
    else {
      connectionCount.wrappingSubtract(1, ordering: .relaxed)
      return
    }
    DetachedThread.startOrTrap { [self] in
      defer { connectionCount.wrappingSubtract(1, ordering: .relaxed) }
      do throws(RequestError) {
        var reader = RequestReader(stream)
        guard let request = try reader.read() else { return }
        _ = stream.write(try handler(request).bytes)
      } catch {
        _ = stream.write(HTTPResponse(error).bytes)
      }
    }
  }
}
