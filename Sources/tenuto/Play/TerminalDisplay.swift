import Glibc

/// A display that is redrawn in place: position, load, and a level meter for each node.
struct TerminalDisplay: Display {
  private let title: String
  private var lineCount = 0
  private var meters: [Meter] = []
  private var last = PlayStatus()

  init(title: String) { self.title = title }

  mutating func begin(_ status: PlayStatus) {
    SignalTrap.noteCursor(isHidden: true)
    put(Terminal.Sequence.hideCursor + title + "\n  \(status.invitation)\n\n")
    meters = status.nodes.map { _ in Meter() }
    update(status)
  }

  mutating func update(_ status: PlayStatus) {
    last = status
    for index in meters.indices { meters[index].show(status.nodes[index].peak) }
    draw()
  }

  mutating func note(_ text: String) {
    put(Terminal.Sequence.up(lineCount) + Terminal.Sequence.clearBelow)
    lineCount = 0
    Output.note(text)
    draw()
  }

  mutating func end() {
    put(Terminal.Sequence.showCursor + "\n")
    SignalTrap.noteCursor(isHidden: false)
  }

  private mutating func draw() {
    let lines = picture(width: Terminal.columnCount - 1)
    let text = lines.map { $0 + Terminal.Sequence.clearLine + "\n" }.joined()
    put(Terminal.Sequence.up(lineCount) + text + Terminal.Sequence.clearBelow)
    lineCount = lines.count
  }

  /// Returns the lines, at most `width` characters wide: a line that wraps would break the picture.
  private func picture(width: Int) -> [String] {
    let nameWidth = min(16, last.nodes.map(\.name.count).max() ?? 0)
    let fixed = 2 + nameWidth + 2 + 2 + 11 + 12
    let meterWidth = max(4, min(40, width - fixed))
    let head =
      "  \(last.positionText)   load \(Numbers.percent(last.load))   xruns \(last.xruns)   "
      + "misses \(last.misses)"
    let nodes = zip(last.nodes, meters).map { node, meter in
      let name = "  \(node.name.padded(to: nameWidth))  "
      let rest = node.isDead ? "  has ended" : "  \(meter.text)  load \(Numbers.percent(node.load))"
      guard width >= fixed + 4 else { return (name + rest).padded(to: max(1, width)) }
      return name + meter.bar(width: meterWidth) + rest
    }
    return [head.padded(to: max(1, width)), ""] + nodes
  }

  private func put(_ text: String) { _ = Output.write(text, to: STDOUT_FILENO) }
}
