import Glibc
import Synchronization

/// The raw mode of the terminal, which every exit of the program must end.
enum RawMode {
  private static let isRaw = Atomic<Bool>(false)
  /// Written before `isRaw` is set and read afterwards, also by a signal handler.
  nonisolated(unsafe) private static var before = termios()

  /// Enters raw input mode, in which Ctrl-C is a key; output is unchanged.
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
