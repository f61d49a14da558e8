import Logging
import TenutoHost
import TenutoJACK
import TenutoSession

/// What drives a session, and how it is made.
final class RunEngine: Sendable {
  private enum Choice: Sendable {
    case clock
    case jack(JACKGraphEngine.Options)
  }

  private let choice: Choice
  private let settings: EngineSettings
  private let recorder: Recorder?

  /// Follows the user's wish, then the session's; without one, JACK where a server runs.
  ///
  /// - Throws: Which server is missing.
  init(
    _ settings: EngineSettings, _ options: RunOptions, name: String
  ) throws(HostError) {
    let wish = options.engine ?? settings.kind.map { $0 == .clock ? .clock : .jack }
    let choice = try Self.choice(wish, settings, options, name)
    var recorder: Recorder?
    if let record = options.record {
      guard case .clock = choice else {
        throw HostError(
          .refused, "'--record' is the clock engine's; in JACK a 'file-output' node records.")
      }
      recorder = Recorder(try record.open(rate: Int(settings.sampleRate ?? 48_000)))
    }
    self.choice = choice
    self.settings = settings
    self.recorder = recorder
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
    case .clock: return try ClockGraphEngine(order, settings, recorder: recorder)
    case .jack(let options):
      let engine = try JACKGraphEngine(order, settings, options)
      let logger = Logger(label: LogSetup.Label.jack)
      let events = engine.events
      Task.detached { for await event in events { event.log(to: logger) } }
      return engine
    }
  }

  /// Finishes the recording.
  func finish() throws(HostError) { try recorder?.finish() }

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
