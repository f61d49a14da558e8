internal import Glibc

/// A UDP socket for IPv4 and IPv6; closed when it is released.
///
/// Thread: any; it never blocks.
final class UDPSocket: Sendable {
  let descriptor: Int32
  private let isIPv6: Bool
  /// The bound port.
  let port: UInt16

  /// Binds a port, 0 for a free one, on one interface or on all.
  init(port: UInt16, interface: String?) throws(NetworkMIDIError) {
    let type = Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    var socket = Glibc.socket(AF_INET6, type, 0)
    isIPv6 = socket >= 0
    if socket < 0 { socket = Glibc.socket(AF_INET, type, 0) }
    guard socket >= 0 else {
      throw NetworkMIDIError(
        .port, "Cannot create a socket: \(NetworkMIDIError.words(errno)).", errorNumber: errno)
    }
    descriptor = socket
    var no: Int32 = 0
    if isIPv6 {
      unsafe setsockopt(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, socklen_t(4))
    }
    // The buffer must hold a burst while the thread pauses; the system grants what it allows.
    var room: Int32 = 1 << 20
    unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(4))
    if let interface,
      unsafe setsockopt(
        socket, SOL_SOCKET, SO_BINDTODEVICE, interface, socklen_t(interface.utf8.count)) != 0
    {
      let number = errno
      close(socket)
      throw NetworkMIDIError(
        .interface,
        "The interface '\(interface)' cannot be used: \(NetworkMIDIError.words(number)); "
          + "'ip link' lists the interfaces.", errorNumber: number)
    }
    let any = NetworkAddress(host: Array(repeating: 0, count: isIPv6 ? 16 : 4), port: port)
    guard let bound = Self.bind(socket, any, isIPv6: isIPv6) else {
      let number = errno
      close(socket)
      throw NetworkMIDIError(
        .port,
        "UDP port \(port) is not available: \(NetworkMIDIError.words(number)); choose another one.",
        errorNumber: number)
    }
    self.port = bound
  }

  deinit { close(descriptor) }

  /// Binds a socket, and returns its port.
  private static func bind(_ socket: Int32, _ address: NetworkAddress, isIPv6: Bool) -> UInt16? {
    guard var (storage, length) = address.socketAddress(isIPv6: isIPv6) else { return nil }
    let isBound = unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.bind(socket, $0, length) == 0
      }
    }
    guard isBound else { return nil }
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isNamed = unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(socket, $0, &length) == 0
      }
    }
    return isNamed ? NetworkAddress(storage)?.port : nil
  }

  /// Sends a datagram; one that the system rejects is lost, as on the network.
  func send(_ bytes: [UInt8], to address: NetworkAddress) {
    guard case (var storage, let length)? = address.socketAddress(isIPv6: isIPv6) else { return }
    _ = unsafe withUnsafePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, length)
      }
    }
  }
}
