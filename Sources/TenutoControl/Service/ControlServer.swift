internal import Logging
internal import Synchronization

/// Serves the control API of a host on a Unix socket that only its user may reach, and where it is
/// asked for, with a page on 127.0.0.1.
///
/// HTTP/1.1 with JSON, one request for each connection, and WebSockets.
public final class ControlServer: Sendable {
  private let socket: ListeningSocket
  private let files: PageFiles
  private let parts = Mutex<(service: ControlService, server: HTTPServer)?>(nil)
  private let isEnded = Atomic(false)

  /// Claims a name; requests are answered after `start`.
  ///
  /// - Parameters:
  ///   - name: What the host is to be called; nil for the first of `tenuto`, `tenuto-2` … that is
  ///     free.
  ///   - folder: Where the sockets are.
  ///   - pageFolder: Where the page's files are read while somebody works on them; nil for those of
  ///     the library.
  /// - Throws: Why there is no socket.
  public init(
    name: String?, in folder: SocketFolder, pageFolder: String? = nil
  ) throws(RequestError) {
    socket = try ListeningSocket.claim(name, in: folder)
    files = PageFiles(folder: pageFolder)
  }

  deinit { stop() }

  /// What the host is called.
  public var name: String { socket.name }

  /// Begins to answer for a session that plays.
  ///
  /// The server keeps `host` until `stop`.
  public func start(_ host: SessionHost) { start(host as any ControlledHost) }

  /// Begins to answer for `host`.
  package func start(_ host: any ControlledHost) { start(host, limits: ConnectionLimits()) }

  /// As above, within other limits.
  func start(
    _ host: any ControlledHost, limits: ConnectionLimits,
    permissions: WebMIDIPermissions? = .standard
  ) {
    let service = ControlService(host, files, permissions)
    do throws(RequestError) {
      let server = try HTTPServer(socket, service, limits: limits)
      parts.withLock { $0 = (service, server) }
    } catch {
      // It plays nevertheless.
      Logger(label: "tenuto.control").error("\(error.message)")
    }
  }

  /// Serves the page on 127.0.0.1.
  ///
  /// - Parameter port: The port of TCP; nil for one that is free, or the one that it has already.
  /// - Returns: The address that a browser is to open; each is good for one.
  /// - Throws: 409 where the port cannot be had, 503 before `start`.
  public func openPage(port: UInt16? = nil) throws(RequestError) -> String {
    guard let service = parts.withLock({ $0?.service }) else {
      throw RequestError(503, "The host does not answer yet.")
    }
    return try service.openPage(port: port).url
  }

  /// Ends it; the socket is gone when this returns.
  ///
  /// No effect the second time.
  public func stop() {
    if isEnded.exchange(true, ordering: .acquiringAndReleasing) { return }
    let (service, server) = parts.withLock { parts in
      defer { parts = nil }
      return (parts?.service, parts?.server)
    }
    service?.end()
    server?.stop()
    socket.end()
  }
}
