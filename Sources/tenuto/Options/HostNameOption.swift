import ArgumentParser
import TenutoControl

/// Which running host is meant.
struct HostNameOption: ParsableArguments {
  /// What a host is called where nothing is said.
  static let usual = "tenuto"

  @Option(help: "The host, as 'tenuto play --name' called it.")
  var name: String = Self.usual

  /// What a command line needs to mean the host of that name: nothing, or ` --name x`.
  static func written(_ name: String) -> String { name == usual ? "" : " --name \(name)" }

  func validate() throws {
    guard SocketFolder.isName(name) else { throw ValidationError("'\(name)' is no host's name") }
  }

  /// Asks it.
  var client: ControlClient { ControlClient(name: name, in: Environment.socketFolder) }
}
