import Logging
import Synchronization
import TenutoHost
import TenutoJACK
import TenutoSession
import TenutoWeb

/// What drives a session, and how it is made.
final class RunEngine: Sendable {
  private enum Choice: Sendable {
    case clock
    case jack(JACKGraphEngine.Options)
  }

  /// Tells of what the engine notices.
  let changes = ChangeBoard()
  private let choice: Choice
  private let settings: EngineSettings
  private let recording: Recording?
  private let watch = Mutex(RecordingWatch())
  private let news: RunNews

  /// Follows the user's wish, then the session's; without one, JACK where a server runs.
  ///
  /// - Throws: Which server is missing.
  init(
    _ session: Session, _ options: RunOptions, name: String, news: RunNews
  ) throws(HostError) {
    let settings = session.engine
    let wish = options.engine ?? settings.kind.map { $0 == .clock ? .clock : .jack }
    let choice = try Self.choice(wish, settings, options, name)
    var recording: Recording?
    if let record = options.record {
      let rate = try Self.sampleRate(choice, settings)
      let recorder = try record.record(
        rate: Int(rate), channelCount: session.recordedChannelCount)
      recording = Recording(recorder: recorder, sampleRate: rate)
    }
    self.recording = recording
    self.choice = choice
    self.settings = settings
    self.news = news
  }

  /// What is recorded.
  private struct Recording: Sendable {
    let recorder: Recorder
    /// Frames per second, in Hz.
    let sampleRate: Double
  }

  private static func sampleRate(
    _ choice: Choice, _ settings: EngineSettings
  ) throws(HostError) -> Double {
    guard case .jack(let options) = choice else { return settings.chosenRate }
    return try JACKEngine.serverFormat(serverName: options.serverName).sampleRate
  }

  private static func choice(
    _ wish: EngineName?, _ settings: EngineSettings, _ options: RunOptions, _ name: String
  ) throws(HostError) -> Choice {
    if wish == .clock { return .clock }
    do throws(HostError) {
      _ = try JACKEngine.serverFormat(serverName: options.server)
    } catch {
      // A server that was asked for is not replaced in silence.
      guard wish == nil, options.server == nil, options.clients == nil else { throw error }
      Output.note("No JACK server runs; the clock engine plays, which has no loudspeakers")
      return .clock
    }
    var jack = JACKGraphEngine.Options()
    jack.name = name
    jack.serverName = options.server
    let isEach = options.clients.map { $0 == .each } ?? (settings.kind == .each)
    jack.clients = isEach ? .each : .one
    return .jack(jack)
  }

  /// Makes it.
  func make(_ order: EngineOrder) throws(HostError) -> any GraphEngine {
    switch choice {
    case .clock:
      return try ClockEngine(
        order, settings,
        recording: (recording?.recorder).map { ClockEngine.Recording($0, waits: true) })
    case .jack(var options):
      options.recording = recording.map { .init($0.recorder, sampleRate: $0.sampleRate) }
      let engine = try JACKGraphEngine(order, settings, options)
      listen(to: engine)
      return engine
    }
  }

  private func listen(to engine: JACKGraphEngine) {
    let logger = Logger(label: LogSetup.Label.jack)
    let (events, changes, news) = (engine.events, changes, news)
    Task.detached { [weak engine] in
      for await event in events {
        event.log(to: logger)
        if let sentence = event.sentence { news.add(sentence) }
        guard case .xrun(let report) = event, let engine else { continue }
        changes.post(ChangeRecord(report, count: engine.reading.xruns))
      }
    }
  }

  /// How the recording of all that is heard fares; nil without one.
  var recordingState: RecordingState? { recording?.recorder.state }

  /// What is new of it, once.
  func recordingNews() -> [String] {
    guard let state = recordingState else { return [] }
    let news = watch.withLock { $0.news(state) }
    for sentence in news { changes.post(ChangeRecord(recording: sentence)) }
    return news
  }

  /// Ends the recording; what is missing its state says.
  func finish() { try? recording?.recorder.finish() }

  /// What drives it, for programs.
  static func name(of engine: any GraphEngine) -> String {
    engine is JACKGraphEngine ? EngineName.jack.rawValue : EngineName.clock.rawValue
  }

  /// What drives it, for people.
  func title(of engine: any GraphEngine) -> String {
    let format = engine.format
    let name = engine is JACKGraphEngine ? "JACK" : "clock engine"
    return "\(name), \(Int(format.sampleRate)) Hz, \(format.frameCount) frames"
  }
}

extension Session {
  /// Channels of a recording of all that is heard.
  var recordedChannelCount: Int {
    let count = nodes.reduce(0) { count, node in
      if case .audioOutput(let channelCount, _) = node.kind { count + channelCount } else { count }
    }
    return max(1, count)
  }
}
