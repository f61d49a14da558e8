import ArgumentParser
import TenutoHost

/// `tenuto play`: a song, or live MIDI, now.
struct PlayCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays a MIDI file, or live MIDI, in real time.",
    discussion: """
      Without a song it plays what comes in by MIDI until Ctrl-C; this needs a JACK server. The \
      clock engine has no loudspeakers: record what it plays with '--record'. With JACK, the \
      server says the rate and the frames of a cycle.

      An extension that ends or comes late is named on stderr, and the rest plays on; it is \
      started again with its state, and given up when that happens too often. 'tenuto status' and \
      'tenuto top' look at it meanwhile. Ctrl-C ends it in order, with the sound file finished; a \
      second one at once. Exit codes: 0 also when the user ended it or an extension was started \
      again, 1 also when one was given up or the recording was \
      interrupted.

      A recording is kept whatever happens: it is in FILE.part until it ends, and what a host that \
      was killed has left 'tenuto recover FILE' brings back. When a disk is full it goes on in \
      another file (out-2.wav) as soon as there is room. No file is ever replaced.

      EXAMPLE:
        tenuto play song.mid --instrument 'aumu saw1 Tnto' --effect 'aufx dely Tnto' --connect
        tenuto play song.mid --instrument 'aumu saw1 Tnto' --engine clock --record song.wav
        tenuto play --instrument 'aumu saw1 Tnto' --connect
      """)

  @Argument(
    help: "The MIDI file; without one, live MIDI.", completion: .file(extensions: ["mid", "midi"]))
  var song: String?

  @OptionGroup var chain: ChainOptions
  @OptionGroup var options: PlayOptions
  @OptionGroup var format: FormatOptions
  @OptionGroup var session: SessionOption

  func validate() throws {
    try chain.validateInstrument()
    if song == nil && options.engine == .clock {
      throw ValidationError(
        "Live MIDI needs '--engine jack'; give a MIDI file to play with '--engine clock'")
    }
  }

  func run() throws {
    try LogSetup.begin(options.logging)
    let score = try song.map(Score.init(path:))
    let session = try session.open()
    let chain = try Chain(chain, registry: Environment.registry, session: session)
    defer { chain.terminate() }
    SignalTrap.install()
    let engine = try EngineChoice(options, hasSong: score != nil)
    let stage = try Stage(
      chain, score: score, on: engine, options: options, format: format,
      session: session)
    session?.begin(chain, mirrors: stage.mirrors, songPosition: stage.songPosition)
    defer { session?.close() }
    let verdict = try stage.play()
    report(chain, stage)
    if let problem = stage.recordingProblem {
      Output.note(problem)
      if verdict != .failed { throw Failure.work("The recording was interrupted; see above.") }
    }
    switch verdict {
    case .well: break
    case .recovered: Output.note("An extension ended while it played, and plays again; see above")
    case .failed: throw Failure.work("An extension ended while it played; see above.")
    }
  }

  private func report(_ chain: Chain, _ stage: Stage) {
    let advice = Advice(
      chain: chain, options: self.chain, song: song, record: stage.recordedPath)
    for line in stage.report + ["", "Try next:"] + advice.commands.map({ "  \($0)" }) {
      // A pipe that was closed is no failure: the music was played.
      try? Output.line(line)
    }
  }
}
