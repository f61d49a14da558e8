import Logging
import Synchronization
import TenutoJACKEngine
import TenutoRender
import TenutoSession
import TenutoControl
import TenutoSystem

/// What drives a session, and how it is made.
final class RunEngine: Sendable {
  private enum Choice: Sendable {
    case clock
    case jack(JACKGraphEngine.Options)
  }

  /// Tells of what the engine notices.
  let changes = ChangeObservers()
  private let choice: Choice
  private let settings: EngineSettings
  private let record: Record?
  private let begun = Mutex<Recording?>(nil)
  private let watch = Mutex(RecordingWatch())
  private let news: RunNews

  /// Follows the user's wish, then the session's; without one, JACK where a server runs.
  ///
  /// - Parameters:
  ///   - session: What is to play.
  ///   - options: What the user wishes.
  ///   - name: What JACK clients are called.
  ///   - usualClients: What it is in JACK where neither the user nor the session says it.
  ///   - length: Seconds that are recorded at most; nil for no limit.
  ///   - news: Hears of what the user should know.
  /// - Throws: Which server is missing.
  init(
    _ session: Session, _ options: HostOptions, name: String, usualClients: RunClients,
    recorded length: Double?, news: RunNews
  ) throws(HostError) {
    let settings = session.engine
    let wish = options.engine ?? settings.kind.map { $0 == .clock ? .clock : .jack }
    choice = try Self.choice(wish, settings, options, name, usualClients)
    record = options.record.map {
      Record(file: $0, channelCount: session.recordedChannelCount, length: length)
    }
    self.settings = settings
    self.news = news
  }

  /// What the user wants recorded.
  private struct Record: Sendable {
    let file: SoundFileOption
    let channelCount: Int
    /// Seconds at most; nil for no limit.
    let length: Double?
  }

  /// What is recorded.
  private struct Recording: Sendable {
    let recorder: Recorder
    /// Frames per second, in Hz.
    let sampleRate: Double
  }

  /// Begins the recording, once; nil where none is wanted.
  private func recording() throws(HostError) -> Recording? {
    if let recording = begun.withLock({ $0 }) { return recording }
    guard let record else { return nil }
    let rate = try sampleRate
    let recorder = try record.file.record(rate: Int(rate), channelCount: record.channelCount)
    if let length = record.length { recorder.frameLimit = Int((length * rate).rounded(.up)) }
    let recording = Recording(recorder: recorder, sampleRate: rate)
    begun.withLock { $0 = recording }
    return recording
  }

  private var sampleRate: Double {
    get throws(HostError) {
      guard case .jack(let options) = choice else { return settings.chosenRate }
      return try JACKServerFormat(serverName: options.serverName).sampleRate
    }
  }

  private static func choice(
    _ wish: EngineName?, _ settings: EngineSettings, _ options: HostOptions, _ name: String,
    _ usualClients: RunClients
  ) throws(HostError) -> Choice {
    if wish == .clock { return .clock }
    do throws(HostError) {
      _ = try JACKServerFormat(serverName: options.server)
    } catch {
      // A server that was asked for is not replaced in silence.
      guard wish == nil, options.server == nil, options.clients == nil else { throw error }
      Output.note("No JACK server runs; the clock engine plays, which has no loudspeakers")
      return .clock
    }
    var jack = JACKGraphEngine.Options()
    jack.name = name
    jack.serverName = options.server
    let own: RunClients? = settings.kind.map { $0 == .each ? .each : .one }
    jack.clients = (options.clients ?? own ?? usualClients) == .each ? .each : .one
    return .jack(jack)
  }

  /// Makes it, and begins the recording.
  func make(_ order: EngineOrder) throws(HostError) -> any GraphEngine {
    let recording = try recording()
    switch choice {
    case .clock:
      return try ClockEngine(
        order, settings,
        recording: recording.map { ClockEngine.Recording($0.recorder, waits: true) })
    case .jack(var options):
      options.recording = recording.map {
        JACKGraphEngine.Recording($0.recorder, sampleRate: $0.sampleRate)
      }
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
  var recordingState: RecordingState? { recorder?.state }

  /// What records all that is heard; nil where nothing does, or not yet.
  var recorder: Recorder? { begun.withLock { $0?.recorder } }

  /// What is new of it, once.
  func recordingNews() -> [String] {
    guard let state = recordingState else { return [] }
    let news = watch.withLock { $0.news(state) }
    for sentence in news { changes.post(ChangeRecord(recording: sentence)) }
    return news
  }

  /// Ends the recording; what is missing its state says.
  func finish() { try? recorder?.finish() }

  /// Ends a recording of which nothing was played.
  func cancel() { recorder?.cancel() }

  /// How to get realtime priority, in a sentence; nil where it is there.
  func realtimeAdvice(for engine: any GraphEngine) -> String? {
    if let jack = engine as? JACKGraphEngine {
      return jack.serverFormat.isRealtime
        ? nil
        : "The JACK server has no realtime priority, so that a busy machine makes it click; "
          + "start it with realtime priority (jackd -R), which the group 'audio' may have"
    }
    return (engine as? ClockEngine)?.isRealtime == false
      ? "No realtime permission, so that a busy machine makes it click; to get it, put "
        + "'@audio - rtprio 95' and '@audio - memlock unlimited' into "
        + "/etc/security/limits.d/audio.conf, join that group with "
        + "'sudo usermod -aG audio $USER', and log in again"
      : nil
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
