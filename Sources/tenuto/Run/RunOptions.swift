import ArgumentParser
import TenutoSession

/// Options of `run`.
struct RunOptions: ParsableArguments {
  @OptionGroup var host: HostOptions

  @Option(
    name: .customLong("for"), help: ArgumentHelp("Ends after this time.", valueName: "seconds"))
  var seconds: Double?

  @Flag(
    help: ArgumentHelp(
      "Renders as fast as possible, for the time of '--for' or to the end of the sound files."))
  var offline = false

  @Flag(help: "Starts no extensions but keeps nodes and states, to edit a session that fails.")
  var safe = false

  @Flag(help: "Starts from the file, even if the host ended with unsaved edits.")
  var fresh = false

  @Flag(help: "Continues with edits that were unsaved when the session ended.")
  var resume = false

  @OptionGroup(title: "Sandbox") var sandbox: SandboxOptions

  func validate() throws {
    if offline
      && (host.engine != nil || host.server != nil || host.clients != nil || host.name != nil
        || host.web != nil || host.midiDriver != nil)
    {
      throw ValidationError(
        "'--offline' has no engine and no host; omit '--engine', '--server', '--clients', "
          + "'--midi-driver', '--name' and '--web'")
    }
    if let seconds, !(seconds > 0 && seconds <= 1e6) {
      throw ValidationError("choose '--for' from 0 to 1000000 seconds")
    }
    if fresh && resume { throw ValidationError("choose '--fresh' or '--resume'") }
  }

  /// Returns the options for the extensions of the session in `file`.
  func sessionOptions(_ file: SessionFile?) -> SessionOptions {
    var options = SessionOptions(sandbox, host.supervision)
    options.isSafe = safe
    options.vault = file.flatMap {
      SessionVault.standard(path: $0.path, environment: Environment.variables)
    }
    return options
  }
}
