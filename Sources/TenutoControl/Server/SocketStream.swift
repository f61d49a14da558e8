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

  /// The user at the other end; nil where the system does not say.
  var peerUser: uid_t? { PeerProcess(of: descriptor)?.user }

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

  /// Sends what there is room for at once.
  func writeWithoutWaiting(_ bytes: [UInt8]) {
    _ = unsafe bytes.withUnsafeBytes {
      unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  /// Ends the sending, and takes what still comes: a socket that is closed with unread bytes resets
  /// the connection, and the other end never reads what it was told.
  func drain(atMost byteCount: Int = 64 << 20, within limit: Duration = .seconds(5)) {
    shutdown(descriptor, Int32(SHUT_WR))
    let end = ContinuousClock.now + limit
    var rest = byteCount
    while rest > 0 && ContinuousClock.now < end {
      guard let bytes = read(atMost: min(rest, 1 << 16)), !bytes.isEmpty else { return }
      rest -= bytes.count
    }
  }

  /// Has all calls of both ends return: nothing goes through any more.
  func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
