import Glibc

/// The output of the program: results on stdout, everything else on stderr.
///
/// It does not use `print`, which buffers output to a pipe and ignores a full disk.
enum Output {
  /// Writes lines to stdout.
  ///
  /// - Throws: A `Failure` if writing fails, for instance on a full disk.
  static func line(_ text: String) throws(Failure) {
    let error = write(text + "\n", to: STDOUT_FILENO)
    guard error == 0 else {
      let reason = unsafe String(cString: strerror(error))
      throw .work("The output cannot be written: \(reason); check its destination.")
    }
  }

  /// Writes a sentence to stderr, such as a warning.
  static func note(_ text: String) {
    let stop = text.hasSuffix(".") || text.hasSuffix("?") ? "" : "."
    _ = write("tenuto: \(text.printable)\(stop)\n", to: STDERR_FILENO)
  }

  /// Writes all of `text`; returns the system's error number, or 0.
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
