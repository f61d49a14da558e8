import Glibc

/// The terminal on stdout.
enum Terminal {
  /// Whether stdout is a terminal that can be redrawn in place.
  static var isInteractive: Bool {
    guard isatty(STDOUT_FILENO) == 1 else { return false }
    let kind = Environment.variable("TERM") ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// Whether the user can also press keys.
  static var hasKeyboard: Bool { isInteractive && isatty(STDIN_FILENO) == 1 }

  /// Characters in a line; 80 if unknown.
  static var columnCount: Int { size.map { Int($0.ws_col) } ?? 80 }

  /// Characters in a line of stdout; nil if it is not a terminal.
  static var width: Int? { isatty(STDOUT_FILENO) == 1 ? columnCount : nil }

  /// Lines on the screen; 24 if unknown.
  static var lineCount: Int { size.map { Int($0.ws_row) } ?? 24 }

  private static var size: winsize? {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
      size.ws_row > 0
    else { return nil }
    return size
  }

  /// Control sequences of ECMA-48, supported by all current terminals.
  enum Sequence {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clearLine = "\u{1B}[K"
    static let clearBelow = "\u{1B}[J"
    static func up(_ lineCount: Int) -> String { lineCount > 0 ? "\r\u{1B}[\(lineCount)A" : "\r" }
  }
}
