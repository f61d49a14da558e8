import Glibc
import Logging
import Synchronization
import TenutoJACK
import TenutoRender
import TenutoSession
import TenutoSupervision
import TenutoSystem
import TenutoTransport
import TenutoControl

/// A playing session with its control socket, from start to end.
final class RunStage: Sendable {
  let running: RunningSession
  /// The host for the control API.
  let host: SessionHost
  private let server: ControlServer?
  private let messages: RunMessages
  private let nodeMessages: Mutex<NodeMessages>
  private let chains = Mutex(ChainWatch())
  private let observer: UInt64
  private let engine: RunEngine
  private let mayRestart: Bool
  private let service = HostService()

  /// Options for a session.
  struct Options {
    /// The name of JACK clients; nil for the host's name.
    var clientName: String?
    /// The default of `--clients`.
    var usualClients = RunClients.one
    /// Maximum seconds to record, unless the transport moves; nil for no limit.
    var recorded: Double?
  }

  /// Starts the session.
  ///
  /// - Throws: An error if it cannot be played.
  init(
    _ source: RunSource, _ host: HostOptions, _ options: SessionOptions, _ own: Options = Options()
  ) throws {
    if host.placement == .cores { CorePlacer.start() }
    let server = try ControlServer.open(named: host.name)
    let name = server?.name ?? HostNameOption.usual
    let messages = RunMessages()
    let engine = try RunEngine(
      source.session, host, name: own.clientName ?? name, usualClients: own.usualClients,
      recorded: own.recorded, messages: messages)
    do throws(SessionEditError) {
      running = try RunningSession(
        source.session, file: source.file, text: source.text,
        options: Self.listening(options, source.session, messages), isEdited: source.isEdited,
        makeEngine: { order throws(HostError) in try engine.make(order) })
    } catch {
      engine.cancel()
      throw error
    }
    observer = running.observe { change in
      if case .notice(let text) = change { messages.add(text) }
    }
    self.server = server
    nodeMessages = Mutex(NodeMessages(host: name))
    mayRestart = options.supervision.restartLimit > 0
    self.messages = messages
    self.engine = engine
    for note in running.notes { messages.add(note) }
    self.host = SessionHost(
      running, name: name, version: Version.current, registry: Environment.registry,
      records: LogSetup.ring, changes: engine.changes, recorder: { engine.recorder })
    server?.start(self.host)
    service?.begin(title)
  }

  private static func listening(
    _ options: SessionOptions, _ session: Session, _ messages: RunMessages
  ) -> SessionOptions {
    var options = options
    let logger = Logger(label: LogSetup.Label.supervision)
    let isAlone = session.nodes.count { $0.kind.code != nil } == 1
    options.onFault = { report in
      report.log(to: logger)
      messages.addFault(NodeMessages.sentence(report, isAlone: isAlone))
    }
    options.onBundle = { result in messages.add(NodeMessages.sentence(result)) }
    return options
  }

  /// Serves the page if the user asks for it, and prints its address.
  ///
  /// - Throws: An error if it cannot be served; the session has ended then.
  func openPage(_ port: PagePort?) throws {
    guard let port else { return }
    try withServer { server in
      Output.note("Open \(try server.openPage(port: port.number)) in a browser")
    }
  }

  /// Lets `body` use the server of the control API.
  ///
  /// - Throws: Its error, or that there is no server; the session has ended then.
  func withServer(_ body: (ControlServer) throws -> Void) throws {
    do {
      guard let server else { throw RequestError(503, "There is no control socket for the page.") }
      try body(server)
    } catch {
      end()
      throw error
    }
  }

  // MARK: - Descriptions

  /// The session and its engine.
  var title: String {
    let count = running.session.nodes.count
    return "\(running.session.name.printable): \(count) \(count == 1 ? "node" : "nodes"), "
      + engineTitle
  }

  /// The engine.
  var engineTitle: String { engine.title(of: running.engine) }

  /// The engine and the host's name.
  var invitation: String {
    let name = server?.name ?? HostNameOption.usual
    return "'tenuto status\(HostNameOption.written(name))' shows its status, Ctrl-C ends it"
  }

  /// A sentence on how to get realtime priority; nil if the process has it.
  var realtimeAdvice: String? { engine.realtimeAdvice(for: running.engine) }

  // MARK: - Playing

  /// Microseconds between two calls.
  private static let interval: UInt32 = 100_000

  /// Passes new messages to `look`, ten times a second, until the user stops the program or `look`
  /// returns false.
  func play(_ look: (_ messages: [String]) throws -> Bool) rethrows {
    while true {
      if !SignalTrap.isStopRequested { usleep(Self.interval) }
      service?.look(at: running.engine)
      let isOver = try look(takeMessages())
      if isOver || SignalTrap.isStopRequested { return }
    }
  }

  /// Plays until the user stops the program, or for a number of seconds; prints messages.
  func play(seconds: Double?) {
    let end = seconds.map { MonotonicTime.after(milliseconds: UInt64($0 * 1000)) }
    play { messages in
      for note in messages { Output.note(note) }
      return end.map { MonotonicTime.now >= $0 } ?? false
    }
  }

  /// Adds a message.
  func notify(_ note: String) { messages.add(note) }

  private func takeMessages() -> [String] {
    let late = chains.withLock { $0.look({ host.chains }, { host.nodeReadings }) }
    let readings = host.nodeReadings
    let supervised = running.supervised
    let nodes = nodeMessages.withLock { messages in
      messages.forget(allBut: supervised.map(\.name))
      return supervised.flatMap { name, status in
        [
          messages.look(name, status),
          messages.lateness(of: name, status.condition, misses: readings[name]?.misses ?? 0),
        ].compactMap(\.self)
      }
    }
    return messages.take() + nodes + late + engine.recordingMessages()
  }

  /// The outcome for the extensions.
  enum Verdict {
    /// No extension has ended.
    case well
    /// Some extensions ended, and all play again.
    case recovered
    /// An extension was quarantined.
    case failed
  }

  /// The current outcome.
  var verdict: Verdict {
    if running.supervised.contains(where: { $0.status.condition == .quarantined }) {
      return .failed
    }
    return messages.hasFault ? .recovered : .well
  }

  /// Whether no extension plays, and none will be restarted without the user.
  var isSilentForGood: Bool {
    let all = running.supervised
    return !mayRestart && !all.isEmpty && all.allSatisfy { $0.status.condition == .quarantined }
  }

  // MARK: - The end

  /// Saves the session to its file; prints an error if that fails.
  func save() {
    do throws(SessionEditError) {
      // The second attempt overwrites another program's changes.
      do throws(SessionEditError) { try running.save() } catch { try running.save() }
    } catch {
      Output.note("\(error.message.trimmingStop). The file is as it was last saved")
    }
  }

  /// Ends the session in order, and prints the remaining messages.
  func end() {
    service?.end()
    server?.stop()
    running.forget(observer)
    let isEdited = running.isEdited
    for note in takeMessages() { Output.note(note) }
    running.end()
    engine.finish()
    for note in messages.take() + engine.recordingMessages() { Output.note(note) }
    if isEdited, let path = running.file?.path {
      Output.note(
        "It has unsaved edits; 'tenuto run \(path.shellQuoted) --resume' continues with them")
    }
  }

  /// Reports missing parts of recordings.
  ///
  /// - Throws: An error if one was interrupted.
  func complain() throws(Failure) {
    let problems = recordings.compactMap(\.problem)
    for problem in problems { Output.note(problem) }
    guard problems.isEmpty else { throw .work("A recording was interrupted; see above.") }
  }

  /// The reports on recordings: of the whole output, then of nodes.
  var recordings: [RecordingReport] {
    let lost = Int(running.engine.reading.unrecordedFrames)
    let all = engine.recordingState.map { RecordingReport($0, unrecordedFrames: lost) }
    return [all].compactMap(\.self)
      + running.recordings.compactMap { _, file in
        file.recording.map { RecordingReport($0, unrecordedFrames: file.lostFrames) }
      }
  }
}
