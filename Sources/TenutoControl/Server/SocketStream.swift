internal import Glibc

/// One end of a connection; closed when this object is released.
///
/// Thread: one may read while another one writes.
final class SocketStream: Sendable {
  private let descriptor: Int32

  /// Takes ownership of a socket; reading times out after that many seconds of silence.
  init(owning descriptor: Int32, timeoutSeconds: Int) {
    self.descriptor = descriptor
    var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      _ = unsafe setsockopt(
        descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  deinit { close(descriptor) }

  /// Duplicates the descriptor for the caller, who closes it; returns a negative number on failure.
  func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  /// Reads up to `limit` bytes; returns an empty array at the end, nil after a timeout.
  func read(atMost limit: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    while true {
      let count = unsafe recv(descriptor, &bytes, limit, 0)
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return nil }
      return Array(bytes.prefix(max(0, count)))
    }
  }

  /// Writes all bytes; returns false if the peer has closed the connection or was too slow.
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
      // A peer that reads a byte a second never makes a single call time out.
      if !rest.isEmpty && ContinuousClock.now > end { return false }
    }
    return true
  }
}
