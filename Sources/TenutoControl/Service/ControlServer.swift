internal import Logging
internal import Synchronization

/// Serves the control API of a host on a Unix socket for its user alone, and on request with a page
/// on 127.0.0.1.
///
/// It speaks HTTP/1.1 with JSON, one request per connection, and WebSockets.
public final class ControlServer: Sendable {
  private let socket: ListeningSocket
  private let files: PageFiles
  private let parts = Mutex<(service: ControlService, server: HTTPServer)?>(nil)
  private let isEnded = Atomic(false)

  /// Claims a name; requests are answered after `start`.
  ///
  /// - Parameters:
  ///   - name: The host's name; nil for the first of `tenuto`, `tenuto-2` … that is free.
  ///   - folder: The folder of the sockets.
  ///   - pageFolder: A folder whose files replace the embedded page, read on each request, for
  ///     development; nil for the embedded files.
  /// - Throws: An error if the socket cannot be created.
  public init(
    name: String?, in folder: SocketFolder, pageFolder: String? = nil
  ) throws(RequestError) {
    socket = try ListeningSocket.claim(name, in: folder)
    files = PageFiles(folder: pageFolder)
  }

  /// Serves on a socket that a service manager made, and that it listens on (`sd_listen_fds(3)`).
  ///
  /// - Parameters:
  ///   - descriptor: The socket, which the server closes.
  ///   - name: The host's name; nil for that of the socket's file.
  ///   - folder: The folder of the sockets.
  ///   - pageFolder: As for `init(name:in:pageFolder:)`.
  /// - Throws: An error if the socket cannot be used.
  package init(
    adopting descriptor: Int32, named name: String?, in folder: SocketFolder, pageFolder: String?
  ) throws(RequestError) {
    socket = try ListeningSocket.adopt(descriptor, named: name, in: folder)
    files = PageFiles(folder: pageFolder)
  }

  deinit { stop() }

  /// The host's name.
  public var name: String { socket.name }

  /// Starts serving a session.
  ///
  /// The server keeps `host` until `stop`.
  public func start(_ host: SessionHost) { start(host as any ControlledHost) }

  /// Starts serving `host`.
  package func start(_ host: any ControlledHost) { start(host, limits: ConnectionLimits()) }

  /// Starts serving `host` with other limits.
  func start(
    _ host: any ControlledHost, limits: ConnectionLimits,
    permissions: WebMIDIPermissions? = .standard
  ) {
    let service = ControlService(host, files, permissions)
    do throws(RequestError) {
      let server = try HTTPServer(socket, service, limits: limits)
      parts.withLock { $0 = (service, server) }
    } catch {
      // The host plays without its control API.
      Logger(label: "tenuto.control").error("\(error.message)")
    }
  }

  /// Serves the page on 127.0.0.1.
  ///
  /// - Parameter port: The TCP port; nil for a free one, or the page's current one.
  /// - Returns: The address for one browser.
  /// - Throws: 409 if the port is not available, 503 before `start`.
  public func openPage(port: UInt16? = nil) throws(RequestError) -> String {
    guard let service = parts.withLock({ $0?.service }) else {
      throw RequestError(503, "The host has not started yet.")
    }
    return try service.openPage(port: port).url
  }

  /// Stops serving and removes the socket.
  ///
  /// The second call has no effect.
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
