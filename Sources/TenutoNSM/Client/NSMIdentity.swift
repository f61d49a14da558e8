internal import Glibc

/// The program's introduction to the server.
struct NSMIdentity: Sendable {
  let applicationName: String
  /// The executable's name without its folder.
  let executable: String
  let capabilities: NSMCapabilities

  /// The version of the protocol that this client speaks.
  private static let version: (major: Int32, minor: Int32) = (1, 1)

  /// The announcement message.
  var announcement: OSCMessage {
    OSCMessage(
      "/nsm/server/announce",
      [
        .string(applicationName), .string(capabilities.text), .string(executable),
        .integer(Self.version.major), .integer(Self.version.minor), .integer(getpid()),
      ])
  }
}
