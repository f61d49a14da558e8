import Glibc

/// What the program says: results on stdout, everything else on stderr.
///
/// Not by `print`: that one keeps text back when it goes to a pipe, and hides a full disk.
enum Output {
  /// Puts lines out on stdout.
  ///
  /// - Throws: A `Failure` if they cannot be written, for instance to a full disk.
  static func line(_ text: String) throws(Failure) {
    let error = write(text + "\n", to: STDOUT_FILENO)
    guard error == 0 else {
      let reason = unsafe String(cString: strerror(error))
      throw .work("The output cannot be written: \(reason); check where it goes.")
    }
  }

  /// Says a sentence on stderr, such as a warning.
  static func note(_ text: String) {
    let stop = text.hasSuffix(".") || text.hasSuffix("?") ? "" : "."
    _ = write("tenuto: \(text.printable)\(stop)\n", to: STDERR_FILENO)
  }

  /// Writes all of `text`; returns the error number of the system, or 0.
  static func write(_ text: String, to descriptor: CInt) -> CInt {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&entry, 1, -1)
        continue
      }
      if count < 0 { return errno }
      bytes = bytes.dropFirst(count)
    }
    return 0
  }
}
