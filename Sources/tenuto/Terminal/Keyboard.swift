import Glibc
import Synchronization

/// The terminal behind stdin, key by key and without an echo, until `end`.
final class Keyboard {
  private var waiting: [Key] = []

  /// Takes the keyboard.
  ///
  /// - Throws: A `Failure` if the terminal does not follow.
  init() throws(Failure) {
    guard RawMode.begin() else {
      throw .work("The terminal gives no single keys; use 'tenuto params' with '--set' instead.")
    }
  }

  /// Gives the terminal back as it was.
  func end() { RawMode.end() }

  /// The next key; nil if none was pressed for a tenth of a second.
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

/// The state of the terminal, which must be restored on every way out of the program.
enum RawMode {
  private static let isRaw = Atomic<Bool>(false)
  /// Written before `isRaw` is set and read after, also by a signal handler.
  nonisolated(unsafe) private static var before = termios()

  /// Keys come one by one, Ctrl-C as a key; output stays as it was.
  static func begin() -> Bool {
    guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return false }
    var raw = unsafe before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
    isRaw.store(true, ordering: .sequentiallyConsistent)
    return unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0
  }

  /// Restores the terminal if it was changed.
  ///
  /// Safe in a signal handler (POSIX `signal-safety(7)`).
  static func end() {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = unsafe tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }
}
