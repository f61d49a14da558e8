import Glibc
import TenutoHost

/// Watches a performance until it ends, and shows it.
struct PlayLoop {
  /// Why a performance ended.
  enum End {
    /// The song and its tail are over.
    case finished
    /// The user wished it.
    case stopped
    /// No extension lives any more.
    case allDead
  }

  private let chain: Chain
  private let total: Double?
  private var watch: NodeWatch
  private var display: any Display
  private var recorder: Recorder?
  private var isRecorderReported = false

  /// Microseconds between two looks.
  private static let interval: UInt32 = 100_000

  init(_ chain: Chain, total: Double?, display: any Display, recorder: Recorder?) {
    self.chain = chain
    self.total = total
    watch = NodeWatch(chain)
    self.display = display
    self.recorder = recorder
  }

  /// Whether an extension has died.
  var hasDeath: Bool { watch.hasDeath }

  /// Looks and shows, ten times a second, until the performance ends.
  mutating func run(_ performance: some Performance) -> End {
    var reader = StatusReader(chain, total: total, performance: performance)
    display.begin(reader.read(performance))
    defer { display.end() }
    while true {
      if !SignalTrap.isStopRequested { usleep(Self.interval) }
      let isFinished = performance.reading.isFinished
      let status = reader.read(performance)
      for note in watch.look(status) + performance.news() + recorderNews() { display.note(note) }
      display.update(status)
      if SignalTrap.isStopRequested { return .stopped }
      if isFinished { return .finished }
      if watch.isAllDead { return .allDead }
    }
  }

  private mutating func recorderNews() -> [String] {
    guard let error = recorder?.error, !isRecorderReported else { return [] }
    isRecorderReported = true
    return ["\(error.message.trimmingStop). It plays on without recording"]
  }
}
