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
    /// No extension lives any more, and none is to be started again.
    case allDead
  }

  private let chain: Chain
  private let total: Double?
  private let team: CareTeam
  private let board: StatusBoard
  private var watch: NodeWatch
  private var display: any Display
  private let recorder: Recorder?
  private var recording = RecordingWatch()
  private var chains = ChainWatch()
  private let usage = UsageReader()

  /// Microseconds between two looks.
  private static let interval: UInt32 = 100_000

  init(
    _ chain: Chain, total: Double?, team: CareTeam, board: StatusBoard, watch: NodeWatch,
    display: any Display, recorder: Recorder?
  ) {
    self.chain = chain
    self.total = total
    self.team = team
    self.board = board
    self.watch = watch
    self.display = display
    self.recorder = recorder
  }

  /// How it went for the extensions.
  var verdict: Verdict {
    if watch.hasFailure { return .failed }
    return watch.hasFault ? .recovered : .well
  }

  /// How it went for the extensions.
  enum Verdict {
    /// None has ended.
    case well
    /// Some have ended, and all play again.
    case recovered
    /// One is given up, or ended while nobody was to start it again.
    case failed
  }

  /// Looks and shows, ten times a second, until the performance ends.
  mutating func run(_ performance: some Performance) -> End {
    var reader = StatusReader(chain, total: total, performance: performance)
    display.begin(reader.read(performance))
    defer { display.end() }
    while true {
      if !SignalTrap.isStopRequested { usleep(Self.interval) }
      let isFinished = performance.reading.isFinished
      for node in team.nodes { node.follow() }
      let status = reader.read(performance)
      board.content = reader.content(status)
      let notes = watch.look(status) + performance.news() + recorderNews() + chainNews()
      for note in notes { display.note(note) }
      display.update(status)
      if SignalTrap.isStopRequested { return .stopped }
      if isFinished { return .finished }
      if team.isOver { return .allDead }
    }
  }

  private mutating func chainNews() -> [String] {
    let (chain, board, usage, limit) = (chain, board, usage, team.deadlineShare)
    return chains.look(
      { chain.records(limit: limit, usage) },
      { Dictionary(zip(chain.nodes.map(\.key), board.content.nodes)) { first, _ in first } })
  }

  private mutating func recorderNews() -> [String] {
    recorder?.state.map { recording.news($0) } ?? []
  }
}
