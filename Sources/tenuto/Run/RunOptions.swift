import ArgumentParser
import TenutoHost
import TenutoSession
import TenutoWeb

/// How `run` plays.
struct RunOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What drives the sound; by default what the session says, else jack if a server runs."))
  var engine: EngineName?

  @Option(
    help: ArgumentHelp(
      "What the session is in JACK: one client, or each node a client of its own.",
      valueName: "one|each"),
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

  @Option(name: .customLong("for"), help: ArgumentHelp("Ends after so long.", valueName: "seconds"))
  var seconds: Double?

  @Flag(
    help: ArgumentHelp(
      "Renders as fast as the machine allows, '--for' so long or to the end of the sound files."))
  var offline = false

  @Flag(help: "Starts no extension; places and states are kept, to edit a session that fails.")
  var safe = false

  @Flag(help: "Begins with the file, also where the host ended before its edits were saved.")
  var fresh = false

  @Flag(help: "Goes on with edits that were not saved when the session was ended.")
  var resume = false

  @OptionGroup(title: "Supervision") var supervision: SupervisionOptions
  @OptionGroup(title: "Sandbox") var sandbox: SandboxOptions
  @OptionGroup(title: "Logging") var logging: LogOptions

  func validate() throws {
    if let name, !SocketFolder.isName(name) {
      throw ValidationError(
        "'\(name)' is no name for a host; use up to 32 letters, digits, '-', '_' and '.'")
    }
    if engine == .clock && (server != nil || clients != nil) {
      throw ValidationError("'--server' and '--clients' are JACK's; leave out '--engine clock'")
    }
    if offline && (engine != nil || server != nil || clients != nil || name != nil) {
      throw ValidationError(
        "'--offline' has no engine and no host; leave out '--engine', '--server', '--clients' and "
          + "'--name'")
    }
    if let seconds, !(seconds > 0 && seconds <= 1e6) {
      throw ValidationError("choose '--for' from 0 to 1000000 seconds")
    }
    if fresh && resume { throw ValidationError("choose '--fresh' or '--resume'") }
  }

  /// How the extensions of the session in `file` are started and looked after.
  func sessionOptions(_ file: SessionFile) -> SessionOptions {
    var options = SessionOptions(sandbox)
    options.supervision = supervision.policy
    options.bundleFolder = CrashBundle.standardFolder(environment: Environment.variables)
    options.isSafe = safe
    options.vault = SessionVault.standard(path: file.path, environment: Environment.variables)
    return options
  }
}

extension SessionOptions {
  /// The user's extensions and presets, in a sandbox.
  init(_ sandbox: SandboxOptions) {
    self.init(registry: Environment.registry)
    self.sandbox = sandbox.policy
    userPresets = Environment.userPresets
    hostVersion = Tenuto.version
  }
}

/// What a session is in JACK.
enum RunClients: String, CaseIterable {
  /// One client.
  case one
  /// A client for each node.
  case each
}
