import TenutoHost
import TenutoWeb
import TenutoMIDI

/// A performance with its recording and its display, from the start to the end.
struct Stage {
  private let chain: Chain
  private let performance: any Performance & Sendable
  private let recorder: Recorder?
  private let total: Double?
  private let title: String
  private let swap: LiveSwap?
  private let team: CareTeam
  private let board = StatusBoard()
  private let server: ControlServer?
  private let session: String?

  /// Starts to play.
  ///
  /// - Throws: Why it cannot.
  init(
    _ chain: Chain, score: Score?, on engine: EngineChoice, options: PlayOptions,
    format: FormatOptions, swap: LiveSwap? = nil, session: PlaySession? = nil
  ) throws {
    for node in chain.nodes { node.instance.recordsFlight = true }
    recorder = try options.record?.record(
      rate: engine.sampleRate ?? format.rate, channelCount: engine.channelCount(of: chain))
    let performance: any Performance & Sendable
    do {
      performance = try engine.perform(
        chain, score: score, options: options, format: format, recorder: recorder)
    } catch {
      recorder?.cancel()
      throw error
    }
    do {
      team = try CareTeam(chain, on: performance, options.supervision, session: session)
      server = try ControlServer.open(named: options.name)
    } catch {
      performance.stop()
      recorder?.cancel()
      throw error
    }
    swap?.attend(team)
    self.swap = swap
    self.performance = swap.map { DevPerformance(base: performance, swap: $0) } ?? performance
    self.chain = chain
    self.session = session?.name
    total = score.map { $0.song.duration + format.tail }
    title = "\(score?.title ?? "Live MIDI") — \(chain.title) — \(performance.title)"
  }

  /// What is known of the states of the nodes, in the order of the chain.
  var mirrors: [StateMirror] { team.mirrors }

  /// Says how many seconds were played.
  var songPosition: @Sendable () -> Double {
    let performance = performance
    return { Double(performance.reading.sampleTime) / performance.sampleRate }
  }

  /// Plays to the end, and finishes the recording.
  ///
  /// - Returns: How it went for the extensions.
  func play() throws -> PlayLoop.Verdict {
    warn()
    if let server {
      server.start(
        PlayedHost(
          server.name, chain, performance, team, board, session: session, recorder: recorder))
    }
    defer { server?.stop() }
    let display: any Display =
      Terminal.isInteractive ? TerminalDisplay(title: title) : PlainDisplay(title: title)
    var loop = PlayLoop(
      chain, total: total, team: team, board: board,
      watch: NodeWatch(team, host: server?.name ?? HostNameOption.usual), display: display,
      recorder: recorder)
    _ = loop.run(performance)
    let verdict = loop.verdict
    swap?.attend(nil)
    team.stop()
    performance.stop()
    // What is missing, `recordingProblem` says.
    try? recorder?.finish()
    let readings = performance.nodeReadings()
    for note in NodeNotes.afterwards(chain, readings) { Output.note(note) }
    if performance.engine == .clock, let cycles = readings.last?.loudCycles, cycles > 0 {
      Output.note("The output \(NodeNotes.tooLoud(cycles))")
    }
    return verdict
  }

  private func warn() {
    for note in [performance.realtimeAdvice, performance.hint] { note.map(Output.note) }
  }

  private var recording: RecordingReport? {
    recorder?.state.map {
      RecordingReport($0, unrecordedFrames: Int(performance.reading.unrecordedFrames))
    }
  }

  /// What was made, for people.
  var report: [String] {
    recording?.lines ?? ["Nothing was recorded; '--record OUT.wav' does that."]
  }

  /// Where the newest file of the recording is.
  var recordedPath: String? { recorder?.state?.files.last?.path }

  /// Why the recording is not what was wished for; nil where it is.
  var recordingProblem: String? { recording?.problem }
}
