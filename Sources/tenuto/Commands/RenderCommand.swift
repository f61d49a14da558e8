import ArgumentParser
import TenutoMIDI
import TenutoSession

/// `tenuto render`: renders a MIDI file or a session to a sound file.
struct RenderCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders a MIDI file or a session to a sound file, as fast as the machine allows.",
    discussion: """
      A MIDI file is played by '--instrument' and the other components of the options. A session \
      (.yaml) has its own extensions, songs, sound files, rate and frames; it ends with the \
      longest of its files.

      The same command produces the same file, bit for bit. The file name's extension sets the \
      format: .wav, .flac or .ogg. The file appears only when it is complete, so a failure keeps \
      the previous file.

      EXAMPLE:
        tenuto render song.mid --instrument 'aumu saw1 Tnto' --effect 'aufx dely Tnto' \\
          --set cutoff=800 --set delay.mix=30 -o song.wav --spectrogram song.png
        tenuto render evening.yaml -o evening.wav
      """)

  @Argument(
    help: "The MIDI file, or the session's file.",
    completion: .file(extensions: ["mid", "midi", "yaml", "yml"]))
  var source: String

  @OptionGroup var chain: ChainOptions

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The sound file to write.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac", "ogg"]), transform: SoundFileOption.parse)
  var output: SoundFileOption

  @Flag(name: .customLong("24-bit"), help: "Writes WAV with 24 bits instead of floating point.")
  var is24Bit = false

  @OptionGroup var format: FormatOptions

  @OptionGroup var pictures: PictureOptions

  private var isSession: Bool { source.hasSuffix(".yaml") || source.hasSuffix(".yml") }

  func validate() throws {
    guard isSession else { return try chain.validateInstrument() }
    guard chain.isEmpty else {
      throw ValidationError(
        "A session has its own extensions; omit '--instrument', '--effect', '--midi', "
          + "'--preset' and '--set'")
    }
  }

  func run() throws {
    SignalTrap.install()
    let lines = try rendered()
    try pictures.draw(output.path)
    for line in lines { try Output.line(line) }
  }

  /// Renders the session file, or the chain with its song.
  private func rendered() throws -> [String] {
    let output = output.settingDepth(is24Bit: is24Bit)
    var options = SessionOptions(chain.sandbox)
    if isSession {
      return try RunOffline(
        try RunSource(path: source), options, length: nil, tail: format.tail, output: output
      ).run()
    }
    let score = try Score(path: source)
    var chain = try ChainSession(
      name: score.title, chain, source: .song(SessionSong(path: score.path)))
    chain.session.engine.sampleRate = Double(format.rate)
    chain.session.engine.frameCount = format.frames
    options.needsAll = true
    options.songs = [score.path: score.song]
    return try RunOffline(
      RunSource(chain.session), options, length: nil, tail: format.tail, output: output
    ).run()
  }
}
