import Glibc
import TenutoControl

/// A host's status, redrawn in place.
struct LiveStatus {
  private let stream: StatusStream

  init(_ client: ControlClient) { stream = StatusStream(client) }

  /// Draws until the user quits, the host ends, or `limit` pictures have been drawn.
  ///
  /// - Throws: An error if there is no host or the terminal has no keyboard.
  func run(limit: Int?) throws {
    let keyboard = try Keyboard()
    SignalTrap.noteCursor(isHidden: true)
    put(Terminal.Sequence.hideCursor)
    defer {
      put(Terminal.Sequence.showCursor)
      SignalTrap.noteCursor(isHidden: false)
      keyboard.end()
    }
    var height = 0
    var count = 0
    while let status = try next(keyboard) {
      height = draw(status, over: height)
      count += 1
      if count == limit { return }
    }
  }

  /// Returns the next status; nil if the user quits.
  private func next(_ keyboard: Keyboard) throws(RequestError) -> HostStatus? {
    while !SignalTrap.isStopRequested {
      if let status = try stream.take() { return status }
      switch keyboard.next() {
      case .quit, .interrupt, .escape, .closed: return nil
      default: break
      }
    }
    return nil
  }

  /// Draws over the previous picture; a line that wraps would break it.
  private func draw(_ status: HostStatus, over height: Int) -> Int {
    let width = max(1, Terminal.columnCount - 1)
    let content = StatusText(status, width: width)
    let hint = content.hint.map { ". " + $0 } ?? "."
    let lines = (content.live + ["", "  q quits" + hint]).prefix(max(1, Terminal.lineCount - 1))
    let text = lines.map { $0.cut(to: width) + Terminal.Sequence.clearLine + "\n" }.joined()
    put(Terminal.Sequence.up(height) + text + Terminal.Sequence.clearBelow)
    return lines.count
  }

  private func put(_ text: String) { _ = Output.write(text, to: STDOUT_FILENO) }
}
