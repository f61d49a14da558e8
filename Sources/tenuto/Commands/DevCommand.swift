import ArgumentParser
import FoundationEssentials
import TenutoComponents
import TenutoCore
import TenutoSession

/// `tenuto dev`: plays an extension during development.
struct DevCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "dev",
    abstract: "Plays an extension from its sources, and swaps in a new build whenever you save.",
    discussion: """
      The new build takes over at the end of a cycle, with the parameters, state and held notes of \
      the old one. The old one plays on while the new one does not compile or start. An effect \
      gets its input from '--instrument'. At its end the song waits for the next change and then \
      restarts; Ctrl-C ends it.

      EXAMPLE:
        tenuto dev Bell --song song.mid --connect
        tenuto dev Tint --song song.mid --instrument 'aumu saw1 Tnto' --engine clock
        tenuto dev chime.dsp --song song.mid
      """)

  @Argument(
    help: "The folder with its Package.swift, or the file of a Faust program.",
    completion: .file())
  var folder: String

  @Option(
    help: ArgumentHelp("The MIDI file to play; without one, live MIDI.", valueName: "file"),
    completion: .file(extensions: ["mid", "midi"]))
  var song: String?

  @Option(
    help: ArgumentHelp(
      "The instrument before an effect or after a MIDI processor.", valueName: "code"),
    transform: CodeArgument.parse)
  var instrument: ComponentCode?

  @Option(
    help: "The executable, if the package has several and none has its name.")
  var product: String?

  @Option(
    help: ArgumentHelp(
      "The executable that 'make' builds, without a Package.swift.", valueName: "file"))
  var executable: String?

  @Option(
    help: ArgumentHelp("The component, if the executable has several.", valueName: "code"),
    transform: CodeArgument.parse)
  var code: ComponentCode?

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A parameter, such as cutoff=800.", valueName: "name=value"),
    transform: SettingArgument.parse)
  var settings: [SettingArgument] = []

  @OptionGroup var options: PlayOptions
  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    try LogSetup.begin(options.host.logging)
    var package = try DevPackage(path, product: product, executable: executable)
    let watch = package.watch
    Output.note("Building \(path)".printable)
    let built = try package.make()
    let component = try DevPackage.component(
      at: built.path, code: code, sandbox: sandbox.policy)
    let (components, index) = try arrange(component)
    let player = try Player(components, settings: settings, song: song, options, sandbox)
    SignalTrap.install()
    let stage = try player.stage(RunSource(player.chain.session), endsWithSong: false)
    let swap = LiveSwap(
      package, watch: watch, playing: built.digest, component.code,
      at: player.chain.members[index].name, of: stage, sandbox: sandbox.policy)
    swap.start()
    play(player, stage, swap)
    swap.stop()
    stage.end()
    try stage.complain()
  }

  private var path: String { URL(fileURLWithPath: folder).standardizedFileURL.path }

  /// Returns the chain around the component that makes it audible, and its index in the chain.
  private func arrange(_ component: Component) throws -> ([Component], Int) {
    let other = try instrument.map { try Lookup.component($0, in: Environment.registry.scan()) }
    switch component.code.kind {
    case .effect, .musicEffect:
      guard let other else {
        throw Failure.usage(
          "'\(component.code)' is an effect; choose its input with '--instrument CODE'.")
      }
      return ([other, component], 1)
    case .midiProcessor:
      guard let other else {
        throw Failure.usage(
          "'\(component.code)' makes no sound; choose an instrument with '--instrument CODE'."
        )
      }
      return ([component, other], 0)
    case .instrument, .generator, nil: return ([component], 0)
    }
  }

  /// Plays to the end, repeatedly as long as the sources change.
  private func play(_ player: Player, _ stage: RunStage, _ swap: LiveSwap) {
    /// The number of swaps when the song ended.
    var swapCount: Int?
    player.play(stage) {
      guard let last = swapCount else {
        stage.notify("The song is over; it restarts when the sources change")
        swapCount = swap.count
        return false
      }
      if swap.count > last {
        swapCount = nil
        stage.running.locate(seconds: 0)
        stage.running.play()
      }
      return false
    }
  }
}
