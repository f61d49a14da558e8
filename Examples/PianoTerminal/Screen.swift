import Glibc
import Synchronization

/// The terminal: lines that scroll, and the keyboard below them.
enum Screen {
  private static let shown = Mutex<[String]>([])
  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Redraws the keyboard in place.
  static func show(_ keyboard: KeyboardPicture) {
    guard isTerminal else { return }
    shown.withLock { shown in
      write(erase(shown) + keyboard.lines.map { $0 + "\n" }.joined())
      shown = keyboard.lines
    }
  }

  /// Prints a line above the keyboard.
  static func print(_ line: String) {
    shown.withLock { shown in
      write(erase(shown) + line + "\n" + shown.map { $0 + "\n" }.joined())
    }
  }

  private static func erase(_ lines: [String]) -> String {
    lines.isEmpty ? "" : "\u{1B}[\(lines.count)F\u{1B}[J"
  }

  private static func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
