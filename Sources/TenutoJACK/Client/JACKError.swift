/// An error of a call to JACK.
///
/// Making an existing connection, breaking a missing one and closing twice are not errors.
public struct JACKError: Error, Sendable {
  /// The kind of failure.
  public struct Code: Sendable, Hashable {
    fileprivate enum Kind: Sendable {
      case notInstalled, noServer, nameInUse, clientRefused, otherServerInUse, deadClientsOpen
      case closed, serverEnded, active, activationFailed, portRegistrationFailed, noSuchPort
      case connectionFailed, metadataFailed, requestRefused, invalidName
      case invalidMessage, queueFull
    }
    fileprivate let kind: Kind

    /// libjack is not installed, or too old.
    public static var notInstalled: Self { Self(kind: .notInstalled) }
    /// No server with that name is running.
    public static var noServer: Self { Self(kind: .noServer) }
    /// Another client has that name, and no alternative was allowed.
    public static var nameInUse: Self { Self(kind: .nameInUse) }
    /// The server accepts no client, for instance because it has the maximum: 253 in JACK 1.9.
    public static var clientRefused: Self { Self(kind: .clientRefused) }
    /// This process has clients of another server: libjack serves one server per process.
    public static var otherServerInUse: Self { Self(kind: .otherServerInUse) }
    /// This process has clients of a server that ended; close all of them first.
    public static var deadClientsOpen: Self { Self(kind: .deadClientsOpen) }
    /// The client was closed.
    public static var closed: Self { Self(kind: .closed) }
    /// The client's server ended.
    public static var serverEnded: Self { Self(kind: .serverEnded) }
    /// The call requires an inactive client.
    public static var active: Self { Self(kind: .active) }
    /// The client could not be activated or deactivated.
    public static var activationFailed: Self { Self(kind: .activationFailed) }
    /// The port could not be registered, renamed or unregistered.
    public static var portRegistrationFailed: Self { Self(kind: .portRegistrationFailed) }
    /// No port has that name.
    public static var noSuchPort: Self { Self(kind: .noSuchPort) }
    /// Two ports could not be connected or disconnected.
    public static var connectionFailed: Self { Self(kind: .connectionFailed) }
    /// A property could not be stored.
    public static var metadataFailed: Self { Self(kind: .metadataFailed) }
    /// The server refused a request, for instance a buffer size.
    public static var requestRefused: Self { Self(kind: .requestRefused) }
    /// The name is empty, too long, or has a reserved character.
    public static var invalidName: Self { Self(kind: .invalidName) }
    /// The data to send is not a MIDI message.
    public static var invalidMessage: Self { Self(kind: .invalidMessage) }
    /// Too many events are waiting to be sent.
    public static var queueFull: Self { Self(kind: .queueFull) }
  }

  /// The kind of failure.
  public let code: Code
  /// One or more sentences: what failed, where, and the remedy.
  public let message: String
  /// libjack's own message, "" if none exists.
  public let detail: String

  init(_ code: Code, _ message: String, detail: String = "") {
    self.code = code
    self.message = message
    self.detail = detail
  }
}

extension JACKError: CustomStringConvertible {
  /// The message, with libjack's own in brackets.
  public var description: String { detail.isEmpty ? message : "\(message) (JACK: \(detail))" }
}

extension JACKError {
  static func notInstalled(reason: String) -> JACKError {
    JACKError(
      .notInstalled,
      """
      The JACK library cannot be loaded; install JACK (Debian: libjack-jackd2-0, or pipewire-jack).
      """, detail: reason)
  }

  package static func closed(_ name: String) -> JACKError {
    JACKError(.closed, "The JACK client \"\(name)\" is closed; open a new one.")
  }

  static func serverEnded(_ name: String) -> JACKError {
    JACKError(
      .serverEnded,
      "The JACK server of client \"\(name)\" has ended; close the client and open a new one.")
  }

  static func active(_ name: String, _ what: String) -> JACKError {
    JACKError(
      .active,
      "\(what) of the JACK client \"\(name)\" can be set only while it is inactive; set it before "
        + "activate().")
  }
}
