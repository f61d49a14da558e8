import ArgumentParser
import TenutoSession

/// `tenuto play`: plays a song or live MIDI.
struct PlayCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Plays a MIDI file, or live MIDI, in real time.",
    discussion: """
      Without a song it plays incoming MIDI until Ctrl-C; this needs a JACK server. The clock \
      engine has no loudspeakers: record its output with '--record'. With JACK, the server sets \
      the sample rate and the frames per cycle.

      An extension that ends or is late is reported on stderr; the others continue. It is \
      restarted with its state, and quarantined if that happens too often. 'tenuto status' and \
      'tenuto top' show the host while it plays. Ctrl-C ends it and finishes the sound file; a \
      second Ctrl-C ends it at once. Exit codes: 0 also when the user ended it or an extension was \
      restarted, 1 also when an extension was quarantined or the recording was interrupted.

      A recording is in FILE.part until it ends, and 'tenuto recover FILE' restores that of a \
      killed host. After a full disk it continues in another file (out-2.wav) as soon as there is \
      room. No file is ever replaced.

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
      "Keeps the session under this name, and continues it the next time.",
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
    return (recording?.lines ?? ["Nothing was recorded; '--record OUT.wav' records."])
      + ["", "Try next:"] + advice.commands.map { "  \($0)" }
  }
}
