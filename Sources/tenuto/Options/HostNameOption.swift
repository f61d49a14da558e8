import ArgumentParser
import TenutoWeb

/// Which running host is meant.
struct HostNameOption: ParsableArguments {
  @Option(help: "The host, as 'tenuto play --name' called it.")
  var name: String = "tenuto"

  func validate() throws {
    guard SocketFolder.isName(name) else { throw ValidationError("'\(name)' is no host's name") }
  }

  /// Asks it.
  var client: ControlClient { ControlClient(name: name, in: Environment.socketFolder) }
}
