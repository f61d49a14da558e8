import ArgumentParser
import TenutoSession
import TenutoControl
import TenutoSupervision

/// What drives a host, what it is called, and how it looks after its extensions.
struct HostOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What drives the sound; by default what the session says, else jack if a server runs, "
        + "otherwise clock."))
  var engine: EngineName?

  @Option(
    help: ArgumentHelp(
      "What it is in JACK: one client, or each node a client of its own.", valueName: "one|each"),
    transform: ChoiceArgument.parse)
  var clients: RunClients?

  @Option(help: ArgumentHelp("The JACK server, if not the default one.", valueName: "name"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      "Whether extensions stay on a core each, a chain on one, or go where the kernel puts them.",
      valueName: "cores|free"),
    transform: ChoiceArgument.parse)
  var placement = PlacementName.cores

  @Option(
    help: ArgumentHelp(
      "What 'tenuto status' calls this host; by default tenuto, then tenuto-2 and so on."))
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Records what is heard to a sound file as well, and replaces none; silence stands for "
        + "skipped cycles.",
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
        "'\(name)' is no name for a host; use up to 32 letters, digits, '-', '_' and '.'")
    }
    if web?.isWrong == true { throw ValidationError("choose '--web' from 1 to 65535") }
    if engine == .clock && (server != nil || clients != nil) {
      throw ValidationError("'--server' and '--clients' are JACK's; leave out '--engine clock'")
    }
  }
}

extension SessionOptions {
  /// The user's extensions and presets, in a sandbox.
  init(_ sandbox: SandboxOptions) {
    self.init(registry: Environment.registry)
    self.sandbox = sandbox.policy
    userPresets = Environment.userPresets
    filesFolder = Environment.filesFolder
    hostVersion = Version.current
  }

  /// As `init(_:)`, looked after as the user wishes.
  init(_ sandbox: SandboxOptions, _ supervision: SupervisionOptions) {
    self.init(sandbox)
    self.supervision = supervision.policy
    bundleFolder = CrashBundle.standardFolder(environment: Environment.variables)
  }
}

/// What a session is in JACK.
enum RunClients: String, CaseIterable {
  /// One client.
  case one
  /// A client for each node.
  case each
}
