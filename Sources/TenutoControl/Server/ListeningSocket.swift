internal import Glibc

/// The socket on which a host listens; removed at its end.
///
/// Thread: control.
final class ListeningSocket: Sendable {
  /// The host's name.
  let name: String
  let path: String
  let descriptor: Int32
  /// Whether a service manager made the socket, and keeps it.
  private let isAdopted: Bool

  /// Number of default names that are tried.
  private static let nameCount = 100

  /// Claims the name `preferred`, or the first of `tenuto`, `tenuto-2` … that no host uses.
  ///
  /// The stale socket of a killed host is replaced.
  ///
  /// - Throws: 409 if the name is taken, 400 if it is invalid, or an error if the folder cannot be
  ///   used.
  static func claim(
    _ preferred: String?, in folder: SocketFolder
  ) throws(RequestError) -> ListeningSocket {
    if let preferred, !SocketFolder.isName(preferred) {
      throw RequestError(
        400,
        "'\(preferred)' is not a valid host name; use up to 32 letters, digits, '-', '_' and '.'.")
    }
    try folder.prepare()
    // The lock serializes hosts that start at the same time.
    let lock = unsafe open("\(folder.path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    defer { close(lock) }
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw RequestError(500, "The folder '\(folder.path)' cannot be locked.")
    }
    if let preferred {
      if let socket = try attempt(preferred, in: folder) { return socket }
      throw RequestError(
        409, "Another host is named '\(preferred)'; choose another name with '--name'.")
    }
    for number in 1...nameCount {
      let name = number == 1 ? "tenuto" : "tenuto-\(number)"
      if let socket = try attempt(name, in: folder) { return socket }
    }
    throw RequestError(409, "\(nameCount) hosts run already; choose a name with '--name'.")
  }

  /// Listens under `name`; returns nil if a host already does.
  private static func attempt(
    _ name: String, in folder: SocketFolder
  ) throws(RequestError) -> ListeningSocket? {
    let path = folder.socketPath(name)
    if let other = connect(path) {
      close(other)
      return nil
    }
    // A host that is too busy to accept is still alive.
    if errno == EAGAIN { return nil }
    if errno == ECONNREFUSED { _ = unsafe unlink(path) }
    guard let descriptor = SocketAddress.bind(path) else {
      let reason = unsafe String(cString: strerror(errno))
      throw RequestError(500, "The socket '\(path)' cannot be created: \(reason).")
    }
    guard unsafe chmod(path, 0o600) == 0, listen(descriptor, 128) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      close(descriptor)
      _ = unsafe unlink(path)
      throw RequestError(500, "The socket '\(path)' accepts no connections: \(reason).")
    }
    return ListeningSocket(name: name, path: path, descriptor: descriptor, isAdopted: false)
  }

  /// Adopts a socket that a service manager made, and that it listens on (`sd_listen_fds(3)`).
  ///
  /// - Parameters:
  ///   - descriptor: The socket, which the result closes.
  ///   - wish: The name that the user gave; nil for that of the socket's file.
  ///   - folder: The folder in which clients look for it.
  /// - Returns: The socket.
  /// - Throws: 400 if it is not a listening socket in the folder, or has another name.
  static func adopt(
    _ descriptor: Int32, named wish: String?, in folder: SocketFolder
  ) throws(RequestError) -> ListeningSocket {
    try folder.prepare()
    guard SocketAddress.isListening(descriptor), let path = SocketAddress.path(of: descriptor),
      let name = folder.names.first(where: { folder.socketPath($0) == path })
    else {
      throw RequestError(
        400,
        "The service manager passed no listening socket in '\(folder.path)'; set 'ListenStream="
          + "\(folder.socketPath("NAME"))'.")
    }
    if let wish, wish != name {
      throw RequestError(
        400, "The service manager's socket is that of '\(name)', not of '\(wish)'; omit '--name'.")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return ListeningSocket(name: name, path: path, descriptor: descriptor, isAdopted: true)
  }

  /// The time that a killed host may take to end.
  private static let timeout = Duration.seconds(3)

  /// Connects to the host that listens at `path`, after waiting for a killed host to end; returns
  /// nil and sets `errno` if none exists.
  private static func connect(_ path: String) -> Int32? {
    let end = ContinuousClock.now + timeout
    while let other = SocketAddress.connect(path) {
      guard PeerProcess(of: other)?.isEnding == true, ContinuousClock.now < end else {
        return other
      }
      close(other)
      usleep(2000)
    }
    return nil
  }

  private init(name: String, path: String, descriptor: Int32, isAdopted: Bool) {
    self.name = name
    self.path = path
    self.descriptor = descriptor
    self.isAdopted = isAdopted
  }

  deinit { close(descriptor) }

  /// Removes the socket file and refuses new connections; the service manager's socket stays, and
  /// its next connection starts the host again.
  func end() {
    if isAdopted { return }
    _ = unsafe unlink(path)
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
