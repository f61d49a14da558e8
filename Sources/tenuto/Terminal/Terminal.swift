import Glibc

/// The terminal behind stdout.
enum Terminal {
  /// Whether stdout is a terminal that understands how to redraw in place.
  static var isInteractive: Bool {
    guard isatty(STDOUT_FILENO) == 1 else { return false }
    let kind = Environment.variable("TERM") ?? ""
    return !kind.isEmpty && kind != "dumb"
  }

  /// Characters in a line; 80 where the terminal does not say.
  static var columnCount: Int {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  /// Control sequences of ECMA-48, which all terminals of today understand.
  enum Sequence {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clearLine = "\u{1B}[K"
    static let clearBelow = "\u{1B}[J"
    static func up(_ lineCount: Int) -> String { lineCount > 0 ? "\r\u{1B}[\(lineCount)A" : "\r" }
  }
}
