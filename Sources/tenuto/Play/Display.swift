import Glibc

/// Shows a performance to the user.
protocol Display {
  /// Shows the start.
  mutating func begin(_ status: PlayStatus)
  /// Shows the current status; called ten times a second.
  mutating func update(_ status: PlayStatus)
  /// Prints a sentence on stderr without disturbing the picture.
  mutating func note(_ text: String)
  /// Restores the terminal.
  mutating func end()
}

/// Plain lines, one every five seconds: for pipes, files and simple terminals.
struct PlainDisplay: Display {
  private let title: String
  private var last = PlayStatus()
  private var peaks: [Float] = []
  private var nextPosition = Self.interval

  /// Seconds of sound between two lines.
  private static let interval = 5.0

  init(title: String) { self.title = title }

  mutating func begin(_ status: PlayStatus) {
    say(title)
    say("  \(status.invitation)")
    update(status)
  }

  mutating func update(_ status: PlayStatus) {
    last = status
    peaks = status.nodes.enumerated().map { index, node in
      max(node.peak, index < peaks.count ? peaks[index] : 0)
    }
    guard status.position >= nextPosition else { return }
    nextPosition = status.position - status.position.truncatingRemainder(dividingBy: Self.interval)
    nextPosition += Self.interval
    sayStatus()
  }

  func note(_ text: String) { Output.note(text) }

  mutating func end() { sayStatus() }

  private mutating func sayStatus() {
    let nodes = zip(last.nodes, peaks).map { node, peak in
      "\(node.name) \(node.isDead ? "has ended" : Numbers.level(peak))"
    }
    peaks = []
    say(
      "  \(last.positionText)  load \(Numbers.percent(last.load))  xruns \(last.xruns)  "
        + "misses \(last.misses)  \(nodes.joined(separator: "  "))")
  }

  /// Ignores a closed pipe: the music plays on.
  private func say(_ line: String) { _ = Output.write(line + "\n", to: STDOUT_FILENO) }
}
