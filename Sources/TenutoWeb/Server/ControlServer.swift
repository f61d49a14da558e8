internal import Glibc
internal import Synchronization
internal import TenutoHost

/// Serves the control API of a host on a Unix socket that only its user may reach.
///
/// HTTP/1.1 with JSON, one request for each connection. A thread of its own waits for connections
/// and each gets one as well; none of them holds anything that the render thread needs.
package final class ControlServer: Sendable {
  private let socket: ListeningSocket
  private let router: ControlRouter
  private let connectionCount = Atomic(0)
  private let isEnded = Atomic(false)

  /// Connections at one time.
  private static let connectionLimit = 32
  /// Seconds of silence after which a connection is given up.
  private static let patienceSeconds = 5

  /// Claims a name; requests are answered after `start`.
  ///
  /// - Parameters:
  ///   - name: What the host is to be called; nil for the first of `tenuto`, `tenuto-2` … that is
  ///     free.
  ///   - folder: Where the sockets are.
  /// - Throws: Why there is no socket.
  package init(name: String?, in folder: SocketFolder) throws(RequestError) {
    socket = try ListeningSocket.claim(name, in: folder)
    router = ControlRouter()
  }

  deinit { stop() }

  /// What the host is called.
  package var name: String { socket.name }

  /// Begins to answer for `host`.
  package func start(_ host: any ControlledHost) {
    let socket = socket
    DetachedThread.startOrTrap { [weak self] in
      while let connection = socket.accept() {
        guard let self else {
          close(connection)
          return
        }
        self.take(connection, host)
      }
    }
  }

  /// Ends it; the socket is gone when this returns.
  ///
  /// No effect the second time.
  package func stop() {
    if !isEnded.exchange(true, ordering: .acquiringAndReleasing) { socket.end() }
  }

  private func take(_ connection: Int32, _ host: any ControlledHost) {
    let count = connectionCount.wrappingAdd(1, ordering: .relaxed).newValue
    let router = router
    let isTooMuch = count > Self.connectionLimit
    do {
      try DetachedThread.start {
        let stream = SocketStream(owning: connection, patienceSeconds: Self.patienceSeconds)
        Self.serve(stream, isTooMuch: isTooMuch) { router.answer($0, of: host) }
        self.connectionCount.wrappingSubtract(1, ordering: .relaxed)
      }
    } catch {
      close(connection)
      connectionCount.wrappingSubtract(1, ordering: .relaxed)
    }
  }

  private static func serve(
    _ stream: SocketStream, isTooMuch: Bool, _ answer: (HTTPRequest) -> HTTPResponse
  ) {
    // The folder keeps others out already; root may look, as it may everywhere.
    guard let user = stream.peerUser, user == geteuid() || user == 0 else { return }
    let response: HTTPResponse
    do throws(RequestError) {
      if isTooMuch { throw RequestError(503, "Too many programs ask at once; ask again.") }
      guard let request = try RequestReader(stream).read() else { return }
      response = answer(request)
    } catch {
      response = HTTPResponse(error)
    }
    _ = stream.write(response.bytes)
  }
}
