internal import Glibc

/// One end of a connection, closed with this object.
///
/// Thread: one may read while another writes.
final class SocketStream: Sendable {
  private let descriptor: Int32

  /// Takes over a socket; a peer that says nothing for so long is given up.
  init(owning descriptor: Int32, patienceSeconds: Int) {
    self.descriptor = descriptor
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(descriptor) }

  /// A descriptor of the same connection, which the caller closes; negative where there is none left.
  func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  /// What has come, `limit` bytes at most; empty at the end, nil after too long a silence.
  func read(atMost limit: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let count = unsafe recv(descriptor, &bytes, limit, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return nil }
      return Array(bytes.prefix(max(0, count)))
    }
  }

  /// Sends all; false where the other end has gone, or has not taken it within so long.
  func write(_ bytes: [UInt8], within limit: Duration = .seconds(10)) -> Bool {
    let end = ContinuousClock.now + limit
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
      // One that takes a byte a second never lets a call time out.
      if !rest.isEmpty && ContinuousClock.now > end { return false }
    }
    return true
  }
}
