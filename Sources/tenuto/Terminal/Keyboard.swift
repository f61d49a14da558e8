import Glibc

/// Reads single keys from the terminal on stdin, without echo, until `end`.
final class Keyboard {
  private var waiting: [Key] = []

  /// Switches the terminal to single keys.
  ///
  /// - Throws: A `Failure` if the terminal does not support it.
  init() throws(Failure) {
    guard RawMode.begin() else {
      throw .work(
        "The terminal does not support single keys; use 'tenuto params' with '--set' instead.")
    }
  }

  /// Restores the terminal.
  func end() { RawMode.end() }

  /// Returns the next key; nil if none was pressed for a tenth of a second.
  func next() -> Key? {
    if waiting.isEmpty { waiting = read() }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private func read() -> [Key] {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, 100) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
    return count > 0 ? Key.keys(in: Array(bytes[..<count])) : [.closed]
  }
}
