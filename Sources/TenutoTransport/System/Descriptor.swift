internal import CTenuto
internal import Glibc

/// A file descriptor that is closed with its owner.
public struct Descriptor: ~Copyable, Sendable {
  /// The number, valid while this value lives.
  public let number: CInt

  /// Takes over an open descriptor.
  public init(owning number: CInt) { self.number = number }

  deinit { _ = close(number) }

  /// Gives up ownership of the descriptor and leaves it open.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }
}

/// Both ends of a connected pair of sockets that preserves message boundaries.
public struct SocketPair: ~Copyable, Sendable {
  /// The host's end.
  public let host: Descriptor
  /// The extension's end.
  public let peer: Descriptor

  /// Makes a pair with send buffers of 64 KiB that refuses descriptors from the peer.
  ///
  /// - Throws: The system's error if descriptors run out.
  public init() throws(SystemError) {
    var numbers: [CInt] = [-1, -1]
    let type = CInt(SOCK_SEQPACKET.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
    _ = try SystemError.check("socketpair") { unsafe socketpair(AF_UNIX, type, 0, &numbers) }
    host = Descriptor(owning: numbers[0])
    peer = Descriptor(owning: numbers[1])
    for number in numbers {
      var bytes: CInt = 65536
      _ = unsafe setsockopt(
        number, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<CInt>.size))
    }
    tenuto_refuse_descriptors(numbers[0])
  }

  /// Keeps the host's end and closes the other.
  public consuming func takeHost() -> Descriptor { host }
}
