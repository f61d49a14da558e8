import TenutoComponents
import TenutoCore
import TenutoJACKEngine
import TenutoMIDI
import TenutoSession

/// A chain of extensions with a song or live MIDI, ready to play.
struct Player {
  private(set) var chain: ChainSession
  private let score: Score?
  private let options: PlayOptions
  private let sandbox: SandboxOptions
  /// Components that replace the installed ones.
  private let substitutes: [ComponentCode: Component]

  /// Creates the chain of the options, with the song if there is one.
  ///
  /// - Throws: An error if an argument is unknown or invalid.
  init(_ chain: ChainOptions, song: String?, _ options: PlayOptions) throws {
    let score = try song.map(Score.init(path:))
    try self.init(
      try ChainSession(
        name: score?.title ?? Self.live, chain, source: Self.source(score, options),
        speakers: Self.speakers(options)),
      score, options, chain.sandbox, [])
  }

  /// Creates a chain of components, which need not be installed, with the song if there is one.
  ///
  /// - Throws: An error if an argument is unknown or invalid.
  init(
    _ components: [Component], settings: [SettingArgument], song: String?, _ options: PlayOptions,
    _ sandbox: SandboxOptions
  ) throws {
    let score = try song.map(Score.init(path:))
    var chain = ChainSession(
      name: score?.title ?? Self.live, components, source: Self.source(score, options),
      speakers: Self.speakers(options))
    for setting in settings { try setting.apply(to: &chain) }
    try self.init(chain, score, options, sandbox, components)
  }

  private init(
    _ chain: ChainSession, _ score: Score?, _ options: PlayOptions, _ sandbox: SandboxOptions,
    _ substitutes: [Component]
  ) throws {
    var chain = chain
    try chain.take(options, isLive: score == nil)
    self.chain = chain
    self.score = score
    self.options = options
    self.sandbox = sandbox
    self.substitutes = Dictionary(substitutes.map { ($0.code, $0) }) { first, _ in first }
    if score == nil { try Self.checkServer(options.host) }
  }

  private static let live = "Live MIDI"

  private static func source(_ score: Score?, _ options: PlayOptions) -> Session.ChainSource {
    if let score { return .song(SessionSong(path: score.path)) }
    return .keys(options.connect ? [PortPattern("*")] : [])
  }

  private static func speakers(_ options: PlayOptions) -> [PortPattern] {
    options.connect ? Session.speakers : []
  }

  /// Explains how to start a server for live MIDI.
  private static func checkServer(_ options: HostOptions) throws(Failure) {
    guard (try? JACKServerFormat(serverName: options.server)) == nil else { return }
    let server = options.server.map { " \"\($0)\"" } ?? ""
    throw .work(
      "Live MIDI needs a JACK server\(server), and none is running; start one (jackd -d alsa, or "
        + "PipeWire with pipewire-jack) or give a MIDI file to play.")
  }

  // MARK: - Playing

  /// Starts playing `source`, a session of the chain.
  ///
  /// - Parameters:
  ///   - source: The session.
  ///   - endsWithSong: Whether a recording ends with the song and its tail.
  /// - Returns: The playing session.
  /// - Throws: An error if it cannot be played.
  func stage(_ source: RunSource, endsWithSong: Bool = true) throws -> RunStage {
    var session = SessionOptions(sandbox, options.host.supervision)
    session.needsAll = true
    session.substitutes = substitutes
    if let score { session.songs = [score.path: score.song] }
    session.vault = source.file.flatMap {
      SessionVault.standard(path: $0.path, environment: Environment.variables)
    }
    var own = RunStage.Options()
    own.usualClients = .each
    own.recorded = endsWithSong ? total : nil
    let stage = try RunStage(source, options.host, session, own)
    try stage.openPage(options.host.web)
    for note in [stage.realtimeAdvice, hint(stage)].compactMap(\.self) { Output.note(note) }
    return stage
  }

  /// Seconds of the song and its tail; nil for live MIDI.
  private var total: Double? { score.map { $0.song.duration + options.format.tail } }

  /// Shows the performance until it ends; `atEnd` returns whether to stop at the song's end.
  func play(_ stage: RunStage, atEnd: () -> Bool = { true }) {
    var show = PlayShow(
      stage, title: "\(score?.title ?? Self.live) — \(chain.title)", total: total,
      tail: options.format.tail)
    show.run(atEnd: atEnd)
    for note in NodeNotes.afterwards(stage.running) { Output.note(note) }
  }

  /// A sentence on how to hear the music; nil if nothing is needed.
  private func hint(_ stage: RunStage) -> String? {
    guard let jack = stage.running.engine as? JACKGraphEngine else {
      return options.host.record == nil
        ? "The clock engine has no loudspeakers; '--record OUT.wav' records its output" : nil
    }
    guard !options.connect else { return nil }
    guard score == nil else {
      return
        "It is not connected to the loudspeakers; connect it in a patch bay, or with '--connect'"
    }
    let names = jack.clientNames
    let keyboard = names.count > 1 ? "\(names[1]):midi_in" : "\(names.first ?? ""):keys"
    return "Connect a keyboard to '\(keyboard)' and the outputs to the loudspeakers in a patch "
      + "bay, or play with '--connect'"
  }
}

extension ChainSession {
  /// Applies the options; live MIDI follows JACK's transport.
  ///
  /// - Throws: An error if a node does not exist.
  fileprivate mutating func take(_ options: PlayOptions, isLive: Bool) throws(Failure) {
    session.engine.sampleRate = Double(options.format.rate)
    session.engine.frameCount = options.format.frames
    session.engine.followsTransport = isLive
    try session.apply(options.host.supervision)
  }
}
