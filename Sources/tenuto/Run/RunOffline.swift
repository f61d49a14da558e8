import TenutoMIDI
import TenutoRender
import TenutoSession
import TenutoSupervision
import TenutoSystem

/// A session that is rendered offline, as fast as possible.
struct RunOffline {
  private let running: RunningSession
  private let engine: OfflineEngine
  private let seconds: Double
  private let file: SoundFileWriter?

  /// Starts the extensions of a session.
  ///
  /// - Parameters:
  ///   - source: The session.
  ///   - options: Options for its extensions.
  ///   - length: Seconds to render; nil for the length of its files and songs.
  ///   - tail: Seconds after the last event of a song.
  ///   - output: A file for the whole output, if any.
  /// - Throws: An error if it cannot be played, or if the length is unknown.
  init(
    _ source: RunSource, _ options: SessionOptions, length: Double?, tail: Double = 2,
    output: SoundFileOption?
  ) throws {
    var options = Self.offline(options)
    let settings = source.session.engine
    seconds = try length ?? Self.length(source, tail: tail, &options)
    file = try output?.open(
      rate: Int(settings.chosenRate), channelCount: source.session.recordedChannelCount)
    running = try RunningSession(
      source.session, file: source.file, text: source.text, options: options,
      makeEngine: { order throws(HostError) in try OfflineEngine(order, settings) })
    guard let engine = running.engine as? OfflineEngine else {
      preconditionFailure("the engine is the one that was made")
    }
    self.engine = engine
    for note in running.notes { Output.note(note) }
  }

  /// Milliseconds to wait for shadows before the first cycle.
  private static let shadowTimeout: UInt64 = 10_000

  /// Returns options without restarts or editing: an extension that ends also ends the rendering,
  /// unless it has a shadow.
  private static func offline(_ options: SessionOptions) -> SessionOptions {
    var options = options
    options.effectTimeout = 0
    options.lookInterval = 0
    options.vault = nil
    options.hasShadowsOnly = true
    return options
  }

  /// Returns the length of the longest file that plays once, with a song's tail; it reads the
  /// songs.
  private static func length(
    _ source: RunSource, tail: Double, _ options: inout SessionOptions
  ) throws -> Double {
    func absolute(_ path: String) -> String { source.file?.absolute(path) ?? path }
    var longest = 0.0
    for node in source.session.nodes {
      switch node.kind {
      case .fileInput(let path, isLooped: false):
        let file = try SoundFileReader(path: absolute(path))
        longest = max(longest, Double(file.frameCount) / Double(file.sampleRate))
      case .song(let song) where !song.isLooped:
        let read = try options.songs[song.path] ?? Song(atPath: absolute(song.path))
        options.songs[song.path] = read
        longest = max(longest, read.duration - song.start + tail)
      default: break
      }
    }
    guard longest > 0 else {
      throw Failure.usage("The session has no length; choose one with '--for'.")
    }
    return longest
  }

  /// Renders the session, and finishes the files.
  ///
  /// - Returns: The result, as lines.
  /// - Throws: An error if an extension or a file failed; then no file is written.
  func run() throws -> [String] {
    defer { running.end() }
    running.waitForShadows(milliseconds: Self.shadowTimeout)
    let frameCount = Int64((seconds * engine.format.sampleRate).rounded(.up))
    var take = RenderTake(file: file, sampleRate: engine.format.sampleRate)
    try take.run { sink throws(HostError) in
      try engine.render(frameCount: frameCount, sink: sink)
    }
    for note in NodeNotes.afterwards(running) { Output.note(note) }
    running.end()
    // The files of its nodes are complete now.
    if let error = engine.fileStates().values.compactMap(\.error).first { throw error }
    return take.report
  }
}
