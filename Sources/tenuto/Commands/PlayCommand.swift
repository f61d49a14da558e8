import ArgumentParser
import TenutoSession

/// `tenuto play`: plays a song or live MIDI.
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

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp(
      "Keeps what plays under this name, and goes on from there the next time.",
      valueName: "name"))
  var session: String?

  func validate() throws {
    try chain.validateInstrument()
    if song == nil && options.host.engine == .clock {
      throw ValidationError(
        "Live MIDI needs '--engine jack'; give a MIDI file to play with '--engine clock'")
    }
  }

  func run() throws {
    try LogSetup.begin(options.host.logging)
    let player = try Player(chain, song: song, options)
    let named = try session.map(NamedSession.init)
    SignalTrap.install()
    let stage = try player.stage(
      try named?.source(playing: player.chain) ?? RunSource(player.chain.session))
    player.play(stage)
    let verdict = stage.verdict
    if named != nil { stage.save() }
    stage.end()
    for line in report(player, stage) {
      // A closed pipe is no error here: the music has been played.
      try? Output.line(line)
    }
    try stage.complain()
    switch verdict {
    case .well: break
    case .recovered: Output.note("An extension ended while it played, and plays again; see above")
    case .failed: throw Failure.work("An extension ended while it played; see above.")
    }
  }

  private func report(_ player: Player, _ stage: RunStage) -> [String] {
    let recording = stage.recordings.first
    let advice = Advice(
      chain: player.chain, options: chain, song: song, record: recording?.lastPath)
    return (recording?.lines ?? ["Nothing was recorded; '--record OUT.wav' does that."])
      + ["", "Try next:"] + advice.commands.map { "  \($0)" }
  }
}
