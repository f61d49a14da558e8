import Glibc
import TenutoTransport
import TenutoWeb

/// A host's status that is redrawn in place.
struct LiveStatus {
  private let client: ControlClient

  /// Milliseconds between two pictures.
  private static let interval: UInt64 = 500

  init(_ client: ControlClient) { self.client = client }

  /// Draws until the user ends it, the host is gone, or `limit` pictures were drawn.
  ///
  /// - Throws: That there is no host, or the terminal gives no keys.
  func run(limit: Int?) throws {
    var status = try fetch()
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
    while true {
      height = draw(status, over: height)
      count += 1
      if count == limit || !waitForNext(keyboard) { return }
      status = try fetch()
    }
  }

  private func fetch() throws(RequestError) -> HostStatus {
    try client.get("/v1/status", as: HostStatus.self)
  }

  /// False where the user ends it.
  private func waitForNext(_ keyboard: Keyboard) -> Bool {
    let next = MonotonicTime.after(milliseconds: Self.interval)
    while MonotonicTime.now < next {
      if SignalTrap.isStopRequested { return false }
      switch keyboard.next() {
      case .quit, .interrupt, .escape, .closed: return false
      default: break
      }
    }
    return true
  }

  /// Draws over the picture before; a line that wraps would break it.
  private func draw(_ status: HostStatus, over height: Int) -> Int {
    let width = max(1, Terminal.columnCount - 1)
    let lines = (StatusText(status).live + ["", "  q ends it."])
      .prefix(max(1, Terminal.lineCount - 1))
    let text = lines.map { String($0.prefix(width)) + Terminal.Sequence.clearLine + "\n" }.joined()
    put(Terminal.Sequence.up(height) + text + Terminal.Sequence.clearBelow)
    return lines.count
  }

  private func put(_ text: String) { _ = Output.write(text, to: STDOUT_FILENO) }
}
