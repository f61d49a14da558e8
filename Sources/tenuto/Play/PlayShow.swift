import TenutoRender
import TenutoSession

/// Shows a song or live MIDI while it plays.
struct PlayShow {
  private let stage: RunStage
  private var reader: StatusReader
  private var display: any Display
  /// Nil for live MIDI.
  private var end: MusicEnd?

  /// Shows the playback of `stage`.
  ///
  /// - Parameters:
  ///   - stage: The playing session.
  ///   - title: Its title.
  ///   - total: Seconds of the song and its tail; nil for live MIDI.
  ///   - tail: Seconds after the song's end.
  init(_ stage: RunStage, title: String, total: Double?, tail: Double) {
    self.stage = stage
    reader = StatusReader(stage.host, total: total)
    let title = "\(title) — \(stage.engineTitle)"
    display = Terminal.isInteractive ? TerminalDisplay(title: title) : PlainDisplay(title: title)
    end = total.map { _ in MusicEnd(tail: tail) }
  }

  /// Shows the performance until it ends, the user stops it, or no extension is left.
  ///
  /// `atEnd` returns whether to stop at the end of the song; it may restart the song instead.
  mutating func run(atEnd: () -> Bool = { true }) {
    display.begin(reader.read(at: position))
    defer { display.end() }
    let running = stage.running
    stage.play { messages in
      let isOver = end?.isOver(running.engine) ?? false
      for note in messages { display.note(note) }
      display.update(reader.read(at: position))
      return isOver && atEnd() || stage.isSilentForGood
    }
  }

  /// Seconds played, of the song if there is one.
  private var position: Double {
    let engine = stage.running.engine
    guard let end else {
      return Double(engine.reading.sampleTime) / max(1, engine.format.sampleRate)
    }
    return stage.running.music.seconds + (end.passed ?? 0)
  }
}
