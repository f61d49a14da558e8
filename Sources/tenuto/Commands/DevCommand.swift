import ArgumentParser
import FoundationEssentials
import TenutoCore
import TenutoHost

/// `tenuto dev`: play what you are writing.
struct DevCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev",
    abstract: "Plays the extension in a folder, and builds and swaps it whenever you save.",
    discussion: """
      The new one takes over at the end of a cycle, with parameters, state and held notes of the \
      old one. While it does not compile, or does not start, the old one plays on. An effect \
      gets its sound from '--instrument'. After the song's end it begins anew with the next \
      change, or ends with Ctrl-C.

      EXAMPLE:
        tenuto dev Bell --song song.mid --connect
        tenuto dev Tint --song song.mid --instrument 'aumu saw1 Tnto' --engine clock
      """)

  @Argument(help: "The folder with its Package.swift.", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("The MIDI file to play; without one, live MIDI.", valueName: "file"),
    completion: .file(extensions: ["mid", "midi"]))
  var song: String?

  @Option(
    help: ArgumentHelp(
      "What plays before an effect or behind a MIDI processor.", valueName: "code"),
    transform: CodeArgument.parse)
  var instrument: ComponentCode?

  @Option(
    help: "Which executable of the package, if it has several and none is called like it.")
  var product: String?

  @Option(
    help: ArgumentHelp("What 'make' makes, where there is no Package.swift.", valueName: "file"))
  var executable: String?

  @Option(
    help: ArgumentHelp("Which component, if it holds several.", valueName: "code"),
    transform: CodeArgument.parse)
  var code: ComponentCode?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A parameter, such as cutoff=800.", valueName: "name=value"),
    transform: SettingArgument.parse)
  var settings: [SettingArgument] = []

  @OptionGroup var options: PlayOptions
  @OptionGroup var format: FormatOptions
  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    try LogSetup.begin(options.logging)
    let score = try song.map(Score.init(path:))
    let watch = SourceWatch(folder: path)
    var package = try DevPackage(folder: path, product: product, executable: executable)
    Output.note("Building \(path)".printable)
    let built = try package.make()
    let component = try DevPackage.component(
      at: built.path, code: code, sandbox: sandbox.policy)
    let (components, index) = try arrange(component)
    let chain = try Chain(
      components, presets: [], settings: settings, sandbox: sandbox.policy)
    defer { chain.terminate() }
    SignalTrap.install()
    // The chain has a core of its own, and compilers have the others.
    CorePlacer.start()
    let swap = LiveSwap(
      package, watch: watch, playing: built.digest, chain: chain, index: index,
      sandbox: sandbox.policy)
    swap.start()
    defer { swap.stop() }
    try play(chain, score, swap)
  }

  private var path: String { URL(fileURLWithPath: folder).standardizedFileURL.path }

  /// Who else is needed to hear it, and its place among them.
  private func arrange(_ component: Component) throws -> ([Component], Int) {
    let other = try instrument.map { try Lookup.component($0, in: Environment.registry.scan()) }
    switch component.code.kind {
    case .effect, .musicEffect:
      guard let other else {
        throw Failure.usage(
          "'\(component.code)' is an effect; give '--instrument CODE' for what it is to change.")
      }
      return ([other, component], 1)
    case .midiProcessor:
      guard let other else {
        throw Failure.usage(
          "'\(component.code)' has no sound; give '--instrument CODE' for what it is to play.")
      }
      return ([component, other], 0)
    case .instrument, .generator, nil: return ([component], 0)
    }
  }

  /// Plays to the end, again and again as long as something changes.
  private func play(_ chain: Chain, _ score: Score?, _ swap: LiveSwap) throws {
    let engine = try EngineChoice(options, hasSong: score != nil)
    while !SignalTrap.isStopRequested {
      let stage = try Stage(
        chain, score: score, on: engine, options: options, format: format, swap: swap)
      _ = try stage.play()
      if let problem = stage.recordingProblem { Output.note(problem) }
      guard !SignalTrap.isStopRequested else { return }
      Output.note("The song is over; it begins anew when the sources change")
      guard waitForChange(swap) else { return }
    }
  }

  /// False where the user ends it instead.
  private func waitForChange(_ swap: LiveSwap) -> Bool {
    let pause = Signal()
    while !SignalTrap.isStopRequested {
      let news = swap.news()
      for sentence in news { Output.note(sentence) }
      if news.contains(where: { $0.hasSuffix("from here on") }) { return true }
      _ = pause.wait(milliseconds: 100)
    }
    return false
  }
}
