import ArgumentParser
import TenutoSession
import TenutoControl
import TenutoSupervision

/// A host's engine, name, and supervision of its extensions.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The engine; by default the session's, or jack if a server runs, "
        + "otherwise clock."))
  var engine: EngineName?

  @Option(
    help: ArgumentHelp(
      "JACK clients: one for the session, or one for each node.", valueName: "one|each"),
    transform: ChoiceArgument.parse)
  var clients: RunClients?

  @Option(help: ArgumentHelp("The JACK server, if not the default one.", valueName: "name"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      "Where MIDI inputs and outputs have their ports: alsa for the ALSA sequencer, jack for JACK "
        + "alone, or none; by default alsa if the clock engine plays."))
  var midiDriver: MIDIDriver?

  @Option(
    help: ArgumentHelp(
      "Whether each chain of extensions stays on a core, or the kernel places all of them.",
      valueName: "cores|free"),
    transform: ChoiceArgument.parse)
  var placement = PlacementName.cores

  @Option(
    help: ArgumentHelp(
      "The host's name for 'tenuto status'; by default tenuto, then tenuto-2 and so on."))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Records the output to a new sound file as well; skipped cycles are silent, "
        + "and no file is replaced.",
      valueName: "file"),
    completion: .file(extensions: ["wav", "flac", "ogg"]), transform: SoundFileOption.parse)
  var record: SoundFileOption?

  @Option(
    defaultAsFlag: PagePort(), parsing: .next,
    help: ArgumentHelp(
      "Serves the page on 127.0.0.1 and prints its address; write '--web=8080' for a port.",
      valueName: "port"))
  var web: PagePort?

  @OptionGroup(title: "Supervision") var supervision: SupervisionOptions
  @OptionGroup(title: "Logging") var logging: LogOptions

  func validate() throws {
    if let name, !SocketFolder.isName(name) {
      throw ValidationError(
        "'\(name)' is not a valid host name; use up to 32 letters, digits, '-', '_' and '.'")
    }
    if web?.isWrong == true { throw ValidationError("choose a '--web' port from 1 to 65535") }
    if engine == .clock && midiDriver == .jack {
      throw ValidationError("'--midi-driver jack' needs JACK; omit '--engine clock'")
    }
    if engine == .clock && (server != nil || clients != nil) {
      throw ValidationError("'--server' and '--clients' need JACK; omit '--engine clock'")
    }
  }
}

extension HostOptions {
  /// Whether the user wants JACK, so that the clock does not replace a missing server.
  var needsJACK: Bool {
    engine == .jack || server != nil || clients != nil || midiDriver == .jack
  }
}

extension SessionOptions {
  /// Uses the user's extensions and presets, in a sandbox.
  init(_ sandbox: SandboxOptions) {
    self.init(registry: Environment.registry)
    self.sandbox = sandbox.policy
    userPresets = Environment.userPresets
    filesFolder = Environment.filesFolder
    hostVersion = Version.current
  }

  /// As `init(_:)`, with the supervision that the user chose.
  init(_ sandbox: SandboxOptions, _ supervision: SupervisionOptions) {
    self.init(sandbox)
    self.supervision = supervision.policy
    bundleFolder = CrashBundle.standardFolder(environment: Environment.variables)
  }
}

/// The session's clients in JACK.
enum RunClients: String, CaseIterable {
  /// One client.
  case one
  /// A client for each node.
  case each
}
