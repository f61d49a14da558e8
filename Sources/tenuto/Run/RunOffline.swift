import TenutoHost
import TenutoSession

/// A session that is rendered as fast as the machine allows.
struct RunOffline {
  private let running: RunningSession
  private let engine: OfflineGraphEngine
  private let seconds: Double
  private let file: SoundFileWriter?

  /// Starts everything of a session.
  ///
  /// - Throws: Why it cannot be played, or that nobody says how long.
  init(_ source: RunSource, _ options: RunOptions) throws {
    seconds = try Self.length(source, options)
    let settings = source.session.engine
    file = try options.record?.open(
      rate: Int(settings.chosenRate), channelCount: source.session.recordedChannelCount)
    do throws(SessionEditError) {
      running = try RunningSession(
        source.session, file: source.file, text: source.text,
        options: Self.offline(options.sessionOptions(source.file)),
        makeEngine: { order throws(HostError) in try OfflineGraphEngine(order, settings) })
    } catch {
      throw Failure.work(error.message)
    }
    guard let engine = running.engine as? OfflineGraphEngine else {
      preconditionFailure("the engine is the one that was made")
    }
    self.engine = engine
    for note in running.notes { Output.note(note) }
  }

  /// Nobody edits it, and an extension that ends, ends it.
  private static func offline(_ options: SessionOptions) -> SessionOptions {
    var options = options
    options.effectPatience = 0
    options.lookInterval = 0
    options.vault = nil
    options.supervision.spare = .none
    options.supervision.restartLimit = 0
    return options
  }

  /// What the user says, else the length of the longest sound file that plays once.
  private static func length(_ source: RunSource, _ options: RunOptions) throws -> Double {
    if let seconds = options.seconds { return seconds }
    var longest = 0.0
    for node in source.session.nodes {
      guard case .fileInput(let path, false) = node.kind else { continue }
      let file = try SoundFileReader(path: source.file.absolute(path))
      longest = max(longest, Double(file.frameCount) / Double(file.sampleRate))
    }
    guard longest > 0 else {
      throw Failure.usage("Nothing in the session says how long it is; choose '--for'.")
    }
    return longest
  }

  /// Renders it, and finishes the files.
  ///
  /// - Returns: What was made, for people.
  /// - Throws: Why an extension or a file did not follow; then no file is made.
  func run() throws -> [String] {
    defer { running.end() }
    let frameCount = Int64((seconds * engine.format.sampleRate).rounded(.up))
    var take = RenderTake(file: file, sampleRate: engine.format.sampleRate)
    try take.run { sink throws(HostError) in
      try engine.render(frameCount: frameCount, sink: sink)
    }
    running.end()
    // Its nodes' files are finished now.
    if let error = engine.fileStates().values.compactMap(\.error).first { throw error }
    return take.report
  }
}
