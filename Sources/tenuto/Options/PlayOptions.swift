import ArgumentParser
import TenutoWeb

/// How `play` plays.
struct PlayOptions: ParsableArguments {
  @Option(help: "What drives the sound; by default jack if a server runs, otherwise clock.")
  var engine: EngineName?

  @Option(
    help: ArgumentHelp("Records to a sound file as well, and replaces none.", valueName: "file"),
    completion: .file(extensions: ["wav", "flac", "ogg"]), transform: SoundFileOption.parse)
  var record: SoundFileOption?

  @Flag(help: "Connects to the loudspeakers of the JACK server.")
  var connect = false

  @Option(help: ArgumentHelp("The JACK server, if not the default one.", valueName: "name"))
  var server: String?

  @Option(
    help: ArgumentHelp(
      "What 'tenuto status' calls this host; by default tenuto, then tenuto-2 and so on."))
  var name: String?

  @OptionGroup(title: "Supervision") var supervision: SupervisionOptions
  @OptionGroup(title: "Logging") var logging: LogOptions

  func validate() throws {
    if let name, !SocketFolder.isName(name) {
      throw ValidationError(
        "'\(name)' is no name for a host; use up to 32 letters, digits, '-', '_' and '.'")
    }
    if server != nil && engine == .clock {
      throw ValidationError("'--server' names a JACK server; leave out '--engine clock'")
    }
  }
}
