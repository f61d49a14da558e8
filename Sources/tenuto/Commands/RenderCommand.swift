import ArgumentParser
import TenutoComponents
import TenutoCore
import TenutoMIDI
import TenutoProcess
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
        tenuto render --batch jobs.csv --jobs 4
      """)

  @Argument(
    help: "The MIDI file, or the session's file.",
    completion: .file(extensions: ["mid", "midi", "yaml", "yml"]))
  var source: String?

  @OptionGroup(title: "Lists of jobs") var batch: BatchOptions

  @OptionGroup var chain: ChainOptions

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The sound file to write.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac", "ogg"]), transform: SoundFileOption.parse)
  var output: SoundFileOption?

  @Option(
    help: ArgumentHelp(
      "Writes the file only if this is its SHA-256.", valueName: "digits"),
    transform: SHA256Text.argument)
  var sha256: String?

  @Flag(name: .customLong("24-bit"), help: "Writes WAV with 24 bits instead of floating point.")
  var is24Bit = false

  @OptionGroup var format: FormatOptions

  @OptionGroup var pictures: PictureOptions

  func validate() throws {
    if batch.list != nil { return try validateBatch() }
    guard let source else { throw ValidationError("Missing expected argument '<source>'") }
    guard output != nil else {
      throw ValidationError("Missing expected argument '--output <file>'")
    }
    guard source.isSessionFile else { return try chain.validateInstrument() }
    guard chain.isEmpty else {
      throw ValidationError(
        "A session has its own extensions; omit '--instrument', '--effect', '--midi', "
          + "'--preset' and '--set'")
    }
  }

  private func validateBatch() throws {
    let isAlone =
      source == nil && output == nil && sha256 == nil && !is24Bit && chain.isEmpty
      && format.isUsual && pictures.isEmpty
    guard isAlone else {
      throw ValidationError(
        "The list of '--batch' has the songs and their options; omit all but '--jobs', '--only', "
          + "'--fresh' and '--sandbox'")
    }
  }

  func run() throws {
    SignalTrap.install()
    if let list = batch.list { return try render(list: list) }
    guard let source, let output else { preconditionFailure("validated") }
    let lines = try rendered(source, output)
    try pictures.draw(output.path)
    for line in lines { try Output.line(line) }
  }

  /// Renders the session file, or the chain with its song.
  private func rendered(_ source: String, _ output: SoundFileOption) throws -> [String] {
    var output = output.settingDepth(is24Bit: is24Bit)
    output.digest = sha256
    var options = SessionOptions(chain.sandbox)
    if source.isSessionFile {
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

// MARK: - Lists of jobs

extension RenderCommand {
  private func render(list path: String) throws {
    let list = try JobList(path: path, chosen: batch.only, check: Self.inputs)
    let run = BatchRun(
      list, try JobJournal(ofList: list.path, isShared: batch.only != nil),
      JobInputs(scan: Environment.registry.scan()),
      options: ["--sandbox=\(chain.sandbox.mode.rawValue)"], isFresh: batch.fresh)
    try Output.line(try run.run(batch.jobCount))
  }

  /// Returns the files and extensions that the rendering with these arguments uses.
  ///
  /// - Throws: The error in the arguments.
  private static func inputs(_ arguments: [String]) throws(Failure) -> RenderJob.Inputs {
    do {
      let command = try parse(arguments)
      return RenderJob.Inputs(
        files: [command.source, command.chain.font].compactMap(\.self), codes: command.chain.codes)
    } catch {
      throw .usage(message(for: error))
    }
  }
}
