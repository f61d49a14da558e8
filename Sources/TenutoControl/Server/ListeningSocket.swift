internal import Glibc

/// A socket at which a host listens, gone with it.
///
/// Thread: control.
final class ListeningSocket: Sendable {
  /// What the host is called.
  let name: String
  let path: String
  let descriptor: Int32

  /// Names that are tried where the user has not given one.
  private static let nameCount = 100

  /// Takes the name `wish`, or the first of `tenuto`, `tenuto-2` … that no host has.
  ///
  /// What a killed host has left is replaced: nobody listens there any more.
  ///
  /// - Throws: Why there is no socket: the name is taken or is none, the folder is not the user's.
  static func claim(
    _ wish: String?, in folder: SocketFolder
  ) throws(RequestError) -> ListeningSocket {
    if let wish, !SocketFolder.isName(wish) {
      throw RequestError(
        400, "'\(wish)' is no name for a host; use up to 32 letters, digits, '-', '_' and '.'.")
    }
    try folder.prepare()
    // Two hosts that start together look one after the other.
    let lock = unsafe open("\(folder.path)/lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    defer { close(lock) }
    guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
      throw RequestError(500, "The folder '\(folder.path)' cannot be locked.")
    }
    if let wish {
      if let socket = try attempt(wish, in: folder) { return socket }
      throw RequestError(
        409, "Another host is called '\(wish)'; choose another name with '--name'.")
    }
    for number in 1...nameCount {
      let name = number == 1 ? "tenuto" : "tenuto-\(number)"
      if let socket = try attempt(name, in: folder) { return socket }
    }
    throw RequestError(409, "There are \(nameCount) hosts already; give a name with '--name'.")
  }

  /// Listens under `name`; nil where a host does so already.
  private static func attempt(
    _ name: String, in folder: SocketFolder
  ) throws(RequestError) -> ListeningSocket? {
    let path = folder.socketPath(name)
    if let other = connect(path) {
      close(other)
      return nil
    }
    // A host that is too busy to answer lives as well.
    if errno == EAGAIN { return nil }
    if errno == ECONNREFUSED { _ = unsafe unlink(path) }
    guard let descriptor = SocketAddress.bind(path) else {
      let reason = unsafe String(cString: strerror(errno))
      throw RequestError(500, "The socket '\(path)' cannot be made: \(reason).")
    }
    guard unsafe chmod(path, 0o600) == 0, listen(descriptor, 128) == 0 else {
      let reason = unsafe String(cString: strerror(errno))
      close(descriptor)
      _ = unsafe unlink(path)
      throw RequestError(500, "The socket '\(path)' takes no connections: \(reason).")
    }
    return ListeningSocket(name: name, path: path, descriptor: descriptor)
  }

  /// How long a host that was killed may take to end.
  private static let patience = Duration.seconds(3)

  /// A connection to the host that listens at `path`; nil and `errno` where there is none, or only
  /// one that was killed a moment ago, which is waited for.
  private static func connect(_ path: String) -> Int32? {
    let end = ContinuousClock.now + patience
    while let other = SocketAddress.connect(path) {
      guard PeerProcess(of: other)?.isEnding == true, ContinuousClock.now < end else {
        return other
      }
      close(other)
      usleep(2000)
    }
    return nil
  }

  private init(name: String, path: String, descriptor: Int32) {
    self.name = name
    self.path = path
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Takes its file away, and refuses who comes.
  func end() {
    _ = unsafe unlink(path)
    shutdown(descriptor, Int32(SHUT_RDWR))
  }
}
