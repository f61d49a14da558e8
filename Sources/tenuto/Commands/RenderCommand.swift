import ArgumentParser
import TenutoHost
import TenutoMIDI

/// `tenuto render`: a MIDI file in, a sound file out.
struct RenderCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders a MIDI file to a sound file, as fast as the machine allows.",
    discussion: """
      The same command makes the same file, bit for bit. The ending of the file's name says its \
      kind: .wav, .flac or .ogg. The file takes its place when it is whole, so that a failure \
      leaves what was there before.

      EXAMPLE:
        tenuto render song.mid --instrument 'aumu saw1 Tnto' --effect 'aufx dely Tnto' \\
          --set cutoff=800 --set delay.mix=30 -o song.wav --spectrogram song.png
      """)

  @Argument(help: "The MIDI file.", completion: .file(extensions: ["mid", "midi"]))
  var song: String

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

  func run() throws {
    let score = try Score(path: song)
    let chain = try Chain(chain, registry: Environment.registry)
    defer { chain.terminate() }
    SignalTrap.install()
    let engineFormat = OfflineEngine.format(
      sampleRate: Double(format.rate), frameCount: format.frames)
    let graph = try PreparedGraph(chain.graph, format: engineFormat)
    defer { graph.release() }
    let file = try output.settingDepth(is24Bit: is24Bit).open(rate: format.rate)
    var take = RenderTake(file: file, sampleRate: Double(format.rate))
    try take.run { sink throws(HostError) in
      _ = try OfflineEngine(graph).render(
        score.song, player: chain.player, settings: chain.settings, timeline: score.timeline,
        tailFrames: format.tailFrames, sink: sink)
    }
    try pictures.draw(output.path)
    for line in take.report { try Output.line(line) }
    for note in NodeNotes.afterwards(chain, graph.readings()) { Output.note(note) }
  }
}
