import Logging
import Synchronization
import TenutoJACKEngine
import TenutoRender
import TenutoSession
import TenutoControl
import TenutoSystem

/// Chooses and creates the engine of a session.
final class RunEngine: Sendable {
  private enum Choice: Sendable {
    case clock
    case jack(JACKGraphEngine.Options)
  }

  /// The listeners to events of the engine.
  let changes = ChangeObservers()
  private let choice: Choice
  private let settings: EngineSettings
  private let record: Record?
  private let begun = Mutex<Recording?>(nil)
  private let watch = Mutex(RecordingWatch())
  private let messages: RunMessages

  /// Follows the user's choice, then the session's; by default JACK if a server runs.
  ///
  /// - Parameters:
  ///   - session: The session to play.
  ///   - options: The user's options.
  ///   - name: The name of JACK clients.
  ///   - usualClients: The default of `--clients`.
  ///   - length: Maximum length of a recording in seconds; nil for no limit.
  ///   - messages: Receives messages for the user.
  /// - Throws: An error if a required server is missing.
  init(
    _ session: Session, _ options: HostOptions, name: String, usualClients: RunClients,
    recorded length: Double?, messages: RunMessages
  ) throws(HostError) {
    let settings = session.engine
    let requested = options.engine ?? settings.kind.map { $0 == .clock ? .clock : .jack }
    choice = try Self.choice(requested, settings, options, name, usualClients)
    record = options.record.map {
      Record(file: $0, channelCount: session.recordedChannelCount, length: length)
    }
    self.settings = settings
    self.messages = messages
  }

  /// The recording that the user asked for.
  private struct Record: Sendable {
    let file: SoundFileOption
    let channelCount: Int
    /// Maximum length in seconds; nil for no limit.
    let length: Double?
  }

  /// A running recording.
  private struct Recording: Sendable {
    let recorder: Recorder
    /// Frames per second, in Hz.
    let sampleRate: Double
  }

  /// Starts the recording once; returns nil if none exists.
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
    _ requested: EngineName?, _ settings: EngineSettings, _ options: HostOptions, _ name: String,
    _ usualClients: RunClients
  ) throws(HostError) -> Choice {
    if requested == .clock { return .clock }
    do throws(HostError) {
      _ = try JACKServerFormat(serverName: options.server)
    } catch {
      // A server that the user asked for is not replaced silently.
      guard requested == nil, options.server == nil, options.clients == nil else { throw error }
      Output.note("No JACK server is running; the clock engine plays, which has no loudspeakers")
      return .clock
    }
    var jack = JACKGraphEngine.Options()
    jack.name = name
    jack.serverName = options.server
    let own: RunClients? = settings.kind.map { $0 == .each ? .each : .one }
    jack.clients = (options.clients ?? own ?? usualClients) == .each ? .each : .one
    return .jack(jack)
  }

  /// Creates the engine, and starts the recording.
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
    let (events, changes, messages) = (engine.events, changes, messages)
    Task.detached { [weak engine] in
      for await event in events {
        event.log(to: logger)
        if let sentence = event.sentence { messages.add(sentence) }
        guard case .xrun(let report) = event, let engine else { continue }
        changes.post(ChangeRecord(report, count: engine.reading.xruns))
      }
    }
  }

  /// The state of the recording of the whole output; nil without one.
  var recordingState: RecordingState? { recorder?.state }

  /// The recorder of the whole output; nil before its start, and without one.
  var recorder: Recorder? { begun.withLock { $0?.recorder } }

  /// Returns new events of the recording, each once.
  func recordingMessages() -> [String] {
    guard let state = recordingState else { return [] }
    let messages = watch.withLock { $0.messages(state) }
    for sentence in messages { changes.post(ChangeRecord(recording: sentence)) }
    return messages
  }

  /// Ends the recording; its state reports missing parts.
  func finish() { try? recorder?.finish() }

  /// Removes a recording that is still empty.
  func cancel() { recorder?.cancel() }

  /// Returns a sentence on how to get realtime priority; nil if the process has it.
  func realtimeAdvice(for engine: any GraphEngine) -> String? {
    if let jack = engine as? JACKGraphEngine {
      return jack.serverFormat.isRealtime
        ? nil
        : "The JACK server has no realtime priority, so a busy machine causes clicks; "
          + "start it with realtime priority (jackd -R), which the group 'audio' may have"
    }
    return (engine as? ClockEngine)?.isRealtime == false
      ? "There is no realtime permission, so a busy machine causes clicks; to get it, put "
        + "'@audio - rtprio 95' and '@audio - memlock unlimited' into "
        + "/etc/security/limits.d/audio.conf, join that group with "
        + "'sudo usermod -aG audio $USER', and log in again"
      : nil
  }

  /// Returns the display name of the engine.
  func title(of engine: any GraphEngine) -> String {
    let format = engine.format
    let name = engine is JACKGraphEngine ? "JACK" : "clock engine"
    return "\(name), \(Int(format.sampleRate)) Hz, \(format.frameCount) frames"
  }
}

extension Session {
  /// Number of channels of the recording.
  var recordedChannelCount: Int {
    let count = nodes.reduce(0) { count, node in
      if case .audioOutput(let channelCount, _) = node.kind { count + channelCount } else { count }
    }
    return max(1, count)
  }
}
