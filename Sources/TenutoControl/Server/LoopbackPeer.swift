internal import Glibc

/// Finds the user at the other end of a local TCP connection in the kernel's table
/// (`/proc/net/tcp`, `proc_pid_net(5)`).
enum LoopbackPeer {
  /// Returns the user of the program that `descriptor` is connected to; nil if it is in another
  /// network namespace or has ended.
  static func user(of descriptor: Int32) -> uid_t? {
    guard let own = unsafe address(of: descriptor, by: { unsafe getsockname($0, $1, $2) }),
      let other = unsafe address(of: descriptor, by: { unsafe getpeername($0, $1, $2) }),
      let table = text(of: "/proc/net/tcp")
    else { return nil }
    return user(from: other, to: own, in: table)
  }

  /// Returns the user of the socket from `local` to `remote` in a table of the kernel.
  static func user(from local: String, to remote: String, in table: String) -> uid_t? {
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      // A socket without an inode has been closed.
      if fields.count > 9, fields[1] == local, fields[2] == remote, fields[9] != "0" {
        return uid_t(fields[7])
      }
    }
    return nil
  }

  /// Returns one end of a connection in the table's notation, such as `0100007F:1F90`; nil for
  /// address families other than IPv4.
  private static func address(
    of descriptor: Int32,
    by call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> String? {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe call(descriptor, $0, &size)
      }
    }
    guard result == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return hexadecimal(address.sin_addr.s_addr, digits: 8) + ":"
      + hexadecimal(UInt32(UInt16(bigEndian: address.sin_port)), digits: 4)
  }

  private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }

  private static func text(of path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(file, &piece, piece.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += piece[..<count]
    }
  }
}
