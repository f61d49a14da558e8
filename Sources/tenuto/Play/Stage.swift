import TenutoHost
import TenutoMIDI

/// A performance with its recording and its display, from the start to the end.
struct Stage {
  private let chain: Chain
  private let performance: any Performance & Sendable
  private let file: SoundFileWriter?
  private let recorder: Recorder?
  private let total: Double?
  private let title: String
  private let swap: LiveSwap?

  /// Starts to play.
  ///
  /// - Throws: Why it cannot.
  init(
    _ chain: Chain, score: Score?, on engine: EngineChoice, options: PlayOptions,
    format: FormatOptions, swap: LiveSwap? = nil
  ) throws {
    file = try options.record?.open(
      rate: engine.sampleRate ?? format.rate, channelCount: engine.channelCount(of: chain))
    recorder = file.map { Recorder($0) }
    let performance = try engine.perform(
      chain, score: score, options: options, format: format, recorder: recorder)
    swap?.attend(performance)
    self.swap = swap
    self.performance = swap.map { DevPerformance(base: performance, swap: $0) } ?? performance
    self.chain = chain
    total = score.map { $0.song.duration + format.tail }
    title = "\(score?.title ?? "Live MIDI") — \(chain.title) — \(performance.title)"
  }

  /// Plays to the end, and finishes the recording.
  ///
  /// - Returns: Whether an extension died.
  /// - Throws: Why the recording could not be finished.
  func play() throws -> Bool {
    warn()
    let display: any Display =
      Terminal.isInteractive ? TerminalDisplay(title: title) : PlainDisplay(title: title)
    var loop = PlayLoop(chain, total: total, display: display, recorder: recorder)
    _ = loop.run(performance)
    swap?.attend(nil)
    performance.stop()
    try recorder?.finish()
    for note in NodeNotes.afterwards(chain, performance.nodeReadings()) { Output.note(note) }
    return loop.hasDeath
  }

  private func warn() {
    for note in [performance.realtimeAdvice, performance.hint] { note.map(Output.note) }
  }

  /// What was made, for people.
  var report: [String] {
    guard let file else {
      return ["Nothing was recorded; '--record OUT.wav' does that."]
    }
    let length = Double(file.frameCount) / Double(file.sampleRate)
    var lines = [
      "Recorded \(file.path): \(Numbers.time(length)) (\(file.frameCount) frames at "
        .printable + "\(file.sampleRate) Hz), \(file.format.name)"
    ]
    let missing = performance.reading.unrecordedFrames
    if missing > 0 { lines.append("\(missing) frames are missing in it: the disk was too slow.") }
    return lines
  }
}
