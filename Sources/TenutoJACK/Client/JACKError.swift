/// Why a call to JACK did not do what it was asked to.
///
/// Not errors: connecting what is connected already, disconnecting what is not, closing twice.
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
    /// No server of that name runs.
    public static var noServer: Self { Self(kind: .noServer) }
    /// A client has that name, and no other was allowed.
    public static var nameInUse: Self { Self(kind: .nameInUse) }
    /// The server runs but takes no client, for instance because it has its most: 253 in JACK 1.9.
    public static var clientRefused: Self { Self(kind: .clientRefused) }
    /// This process has clients of another server: libjack serves one server per process.
    public static var otherServerInUse: Self { Self(kind: .otherServerInUse) }
    /// This process has clients of a server that ended; close all of them first.
    public static var deadClientsOpen: Self { Self(kind: .deadClientsOpen) }
    /// The client was closed.
    public static var closed: Self { Self(kind: .closed) }
    /// The client's server ended.
    public static var serverEnded: Self { Self(kind: .serverEnded) }
    /// The call is for clients that are not active.
    public static var active: Self { Self(kind: .active) }
    /// The client could not be activated or deactivated.
    public static var activationFailed: Self { Self(kind: .activationFailed) }
    /// The port could not be registered, renamed or unregistered.
    public static var portRegistrationFailed: Self { Self(kind: .portRegistrationFailed) }
    /// There is no port of that name.
    public static var noSuchPort: Self { Self(kind: .noSuchPort) }
    /// Two ports could not be connected or disconnected.
    public static var connectionFailed: Self { Self(kind: .connectionFailed) }
    /// A property could not be stored.
    public static var metadataFailed: Self { Self(kind: .metadataFailed) }
    /// The server refused a request, for instance a buffer size.
    public static var requestRefused: Self { Self(kind: .requestRefused) }
    /// The name is empty, too long, or has a character that JACK uses itself.
    public static var invalidName: Self { Self(kind: .invalidName) }
    /// What was to be sent is no MIDI message.
    public static var invalidMessage: Self { Self(kind: .invalidMessage) }
    /// Too much waits to be sent already.
    public static var queueFull: Self { Self(kind: .queueFull) }
  }

  /// The kind of failure.
  public let code: Code
  /// What failed where, and what to do, in sentences.
  public let message: String
  /// What libjack itself said, "" if nothing.
  public let detail: String

  init(_ code: Code, _ message: String, detail: String = "") {
    self.code = code
    self.message = message
    self.detail = detail
  }
}

extension JACKError: CustomStringConvertible {
  /// The message, and libjack's own words in brackets.
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
