internal import Glibc

/// System calls on Unix sockets with a path.
package enum SocketAddress {
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

  /// Sends a datagram to the socket at `address`; an address that begins with `@` is abstract
  /// (`unix(7)`).
  ///
  /// - Returns: Whether it was sent.
  @discardableResult
  package static func send(_ text: String, toDatagramSocket address: String) -> Bool {
    let type = Int32(SOCK_DGRAM.rawValue)
    guard let number = unsafe make(address, type, { unsafe Glibc.connect($0, $1, $2) }) else {
      return false
    }
    defer { close(number) }
    let bytes = Array(text.utf8)
    let flags = Int32(MSG_NOSIGNAL)
    return unsafe Glibc.send(number, bytes, bytes.count, flags) == bytes.count
  }

  /// Whether a descriptor is a stream socket of Unix that listens.
  static func isListening(_ descriptor: Int32) -> Bool {
    option(SO_ACCEPTCONN, of: descriptor) == 1
      && option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
      && option(SO_DOMAIN, of: descriptor) == AF_UNIX
  }

  private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
    var (value, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard unsafe getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 else { return nil }
    return value
  }

  /// The path that a socket is bound to; nil if it has none.
  static func path(of descriptor: Int32) -> String? {
    var address = sockaddr_un()
    var size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
    let bytes = unsafe withUnsafeBytes(of: &address.sun_path) { path in
      unsafe Array(path.prefix { $0 != 0 })
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  private static func make(
    _ path: String, _ kind: Int32 = Int32(SOCK_STREAM.rawValue),
    _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32? {
    guard path.utf8.count <= pathLimit else {
      errno = ENAMETOOLONG
      return nil
    }
    let number = socket(AF_UNIX, kind | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard number >= 0 else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
      unsafe bytes.copyBytes(from: path.utf8)
      if path.hasPrefix("@") { unsafe bytes[0] = 0 }
    }
    // An abstract address is as long as its name, which may contain zeros.
    let family = MemoryLayout<sa_family_t>.size
    let whole = MemoryLayout<sockaddr_un>.size
    let size = socklen_t(path.hasPrefix("@") ? family + path.utf8.count : whole)
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
