import Glibc
import Logging
import Synchronization
import TenutoHost
import TenutoSession
import TenutoTransport
import TenutoWeb

/// A session that plays, with its control socket, from the start to the end.
final class RunStage: Sendable {
  let running: RunningSession
  private let server: ControlServer?
  private let host: RunHost
  private let news: RunNews
  private let nodeNews: Mutex<NodeNews>
  private let observer: UInt64
  private let engine: RunEngine

  /// Starts everything.
  ///
  /// `clientName` is what JACK clients are called; nil for the host's name.
  ///
  /// - Throws: Why it cannot be played.
  init(_ source: RunSource, _ options: RunOptions, clientName: String? = nil) throws {
    if options.placement == .cores { CorePlacer.start() }
    let server = try ControlServer.open(named: options.name)
    let news = RunNews()
    let engine = try RunEngine(
      source.session, options, name: clientName ?? server?.name ?? HostNameOption.usual, news: news)
    do throws(SessionEditError) {
      running = try RunningSession(
        source.session, file: source.file, text: source.text,
        options: Self.listening(options.sessionOptions(source.file), news),
        isEdited: source.isEdited, makeEngine: { order throws(HostError) in try engine.make(order) }
      )
    } catch {
      engine.finish()
      throw Failure.work(error.message)
    }
    observer = running.observe { change in
      if case .notice(let text) = change { news.add(text) }
    }
    self.server = server
    nodeNews = Mutex(NodeNews(host: server?.name ?? HostNameOption.usual))
    self.news = news
    self.engine = engine
    for note in running.notes { news.add(note) }
    host = RunHost(server?.name ?? HostNameOption.usual, running, engine)
    server?.start(host)
  }

  private static func listening(_ options: SessionOptions, _ news: RunNews) -> SessionOptions {
    var options = options
    let logger = Logger(label: LogSetup.Label.supervision)
    options.onFault = { report in
      report.log(to: logger)
      news.add(NodeNews.sentence(report, isAlone: false))
    }
    options.onBundle = { result in news.add(NodeNews.sentence(result)) }
    return options
  }

  /// What plays, and where, for people.
  var title: String {
    let count = running.session.nodes.count
    return "\(running.session.name.printable): \(count) \(count == 1 ? "node" : "nodes"), "
      + engine.title(of: running.engine)
  }

  /// What drives it and where it is asked, for people.
  var invitation: String {
    let name = server?.name ?? HostNameOption.usual
    return "'tenuto status\(HostNameOption.written(name))' looks at it; Ctrl-C ends it"
  }

  /// Microseconds between two looks.
  private static let interval: UInt32 = 100_000

  /// Plays until the user ends it, or for so many seconds; tells what happens.
  func play(seconds: Double?) {
    let end = seconds.map { MonotonicTime.after(milliseconds: UInt64($0 * 1000)) }
    var chains = ChainWatch()
    while !SignalTrap.isStopRequested {
      for note in chains.look({ host.chains }, { host.nodeReadings }) { news.add(note) }
      tellNews()
      if let end, MonotonicTime.now >= end { break }
      usleep(Self.interval)
    }
    tellNews()
  }

  private func tellNews() {
    let outcomes = nodeNews.withLock { news in
      running.supervised.compactMap { news.look($0.name, $0.status) }
    }
    for note in news.take() + outcomes + engine.recordingNews() { Output.note(note) }
  }

  /// Ends it in order; says what was not saved.
  ///
  /// - Throws: That a recording was interrupted.
  func end() throws(Failure) {
    server?.stop()
    running.forget(observer)
    let isEdited = running.isEdited
    running.end()
    engine.finish()
    tellNews()
    if isEdited, let path = running.file?.path {
      Output.note(
        "It was edited and not saved; 'tenuto run \(path.shellQuoted) --resume' goes on with it")
    }
    let problems = recordings.compactMap(\.problem)
    for problem in problems { Output.note(problem) }
    guard problems.isEmpty else { throw .work("A recording was interrupted; see above.") }
  }

  private var recordings: [RecordingReport] {
    let lost = Int(running.engine.reading.unrecordedFrames)
    let all = engine.recordingState.map { RecordingReport($0, unrecordedFrames: lost) }
    return [all].compactMap(\.self)
      + running.recordings.compactMap { _, file in
        file.recording.map { RecordingReport($0, unrecordedFrames: file.lostFrames) }
      }
  }
}
