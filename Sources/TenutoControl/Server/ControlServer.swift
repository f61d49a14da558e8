internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// Serves the control API of a host on a Unix socket that only its user may reach.
///
/// HTTP/1.1 with JSON, one request for each connection, and a WebSocket of changes. A thread of its
/// own waits for connections.
public final class ControlServer: Sendable {
  private let socket: ListeningSocket
  private let service = Mutex<ControlService?>(nil)
  private let isEnded = Atomic(false)

  /// Claims a name; requests are answered after `start`.
  ///
  /// - Parameters:
  ///   - name: What the host is to be called; nil for the first of `tenuto`, `tenuto-2` … that is
  ///     free.
  ///   - folder: Where the sockets are.
  /// - Throws: Why there is no socket.
  public init(name: String?, in folder: SocketFolder) throws(RequestError) {
    socket = try ListeningSocket.claim(name, in: folder)
  }

  deinit { stop() }

  /// What the host is called.
  public var name: String { socket.name }

  /// Begins to answer for a session that plays.
  ///
  /// The server keeps `host` until `stop`.
  public func start(_ host: SessionHost) { start(host as any ControlledHost) }

  /// Begins to answer for `host`.
  package func start(_ host: any ControlledHost) {
    let (socket, service) = (socket, ControlService(host))
    self.service.withLock { $0 = service }
    DetachedThread.startOrTrap {
      while let connection = socket.accept() { service.take(connection, .user(geteuid())) }
    }
  }

  /// Ends it; the socket is gone when this returns.
  ///
  /// No effect the second time.
  public func stop() {
    if isEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    socket.end()
    service.withLock { $0.take() }?.end()
  }
}
