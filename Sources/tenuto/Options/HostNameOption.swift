import ArgumentParser
import TenutoControl

/// The running host to address.
struct HostNameOption: ParsableArguments {
  /// The default name of a host.
  static let usual = "tenuto"

  @Option(
    help: "The host's name, as given with 'tenuto play --name'.", completion: Completions.hosts)
  var name: String = Self.usual

  /// Returns the option for the host of that name: nothing, or ` --name x`.
  static func written(_ name: String) -> String { name == usual ? "" : " --name \(name)" }

  func validate() throws {
    guard SocketFolder.isName(name) else {
      throw ValidationError("'\(name)' is not a valid host name")
    }
  }

  /// A client of the host.
  var client: ControlClient { ControlClient(name: name, in: Environment.socketFolder) }
}
