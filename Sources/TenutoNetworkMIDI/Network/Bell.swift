internal import Glibc

/// Wakes a thread that waits for datagrams: a pipe whose reading end it polls too.
final class Bell: Sendable {
  /// What to poll for input.
  let descriptor: Int32
  private let writingEnd: Int32

  init() throws(NetworkMIDIError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw NetworkMIDIError(
        .port, "No pipe can be made: \(NetworkMIDIError.words(errno)); close some files.",
        errorNumber: errno)
    }
    (descriptor, writingEnd) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(descriptor)
    close(writingEnd)
  }

  /// Wakes the thread; a bell that rings already goes on.
  func ring() {
    var byte: UInt8 = 1
    _ = unsafe write(writingEnd, &byte, 1)
  }

  /// Ends the ringing.
  func silence() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(descriptor, &bytes, bytes.count) == bytes.count {}
  }
}
