internal import Glibc

/// A flag that is set once, and that threads can wait for.
final class EventFlag: Sendable {
  /// Becomes readable when the flag is set.
  let descriptor: CInt
  /// The other end of the pipe; a byte in it is the flag.
  private let setter: CInt

  /// Creates an unset flag; nil if no descriptor is available.
  init?() {
    var ends: [CInt] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    guard unsafe socketpair(AF_UNIX, CInt(type), 0, &ends) == 0 else { return nil }
    (descriptor, setter) = (ends[0], ends[1])
  }

  deinit {
    _ = Glibc.close(setter)
    _ = Glibc.close(descriptor)
  }

  func set() {
    var byte: UInt8 = 1
    _ = unsafe write(setter, &byte, 1)
  }

  var isSet: Bool { wait(milliseconds: 0) }

  /// Waits for the flag, without a timeout if the time is negative; returns whether it is set.
  func wait(milliseconds: Int32) -> Bool {
    let began = Self.now
    while true {
      var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = milliseconds < 0 ? -1 : max(0, Int64(milliseconds) - (Self.now - began))
      let count = unsafe poll(&question, 1, CInt(rest))
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }

  /// The monotonic clock, in ms.
  private static var now: Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
