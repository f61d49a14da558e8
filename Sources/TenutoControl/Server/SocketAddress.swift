internal import Glibc

/// System calls on Unix sockets with a path.
enum SocketAddress {
  /// Maximum length of a path in bytes, without the terminating zero.
  static let pathLimit = 107

  /// Creates a socket bound to `path`; returns nil and sets `errno` on failure.
  static func bind(_ path: String) -> Int32? {
    unsafe make(path) { socket, address, size in unsafe Glibc.bind(socket, address, size) }
  }

  /// Creates a socket connected to `path`; returns nil and sets `errno` on failure.
  static func connect(_ path: String) -> Int32? {
    unsafe make(path) { socket, address, size in unsafe Glibc.connect(socket, address, size) }
  }

  private static func make(
    _ path: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32? {
    guard path.utf8.count <= pathLimit else {
      errno = ENAMETOOLONG
      return nil
    }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = socket(AF_UNIX, type, 0)
    guard number >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call(number, $0, size)
      }
    }
    guard result == 0 else {
      let code = errno
      close(number)
      errno = code
      return nil
    }
    return number
  }
}
