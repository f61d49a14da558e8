/// The reason why there is no session management.
public enum NSMError: Error, Sendable, Equatable {
  /// The environment has no `NSM_URL`, so the program is not managed.
  case notManaged
  /// The server's URL is not one of OSC over UDP.
  case addressInvalid(String)
  /// Sockets, descriptors or threads ran out.
  case outOfResources
  /// No server listens at the address, or it did not answer in time.
  case noAnswer
  /// The server refused this program.
  case refused(NSMFailure)
}

extension NSMError: CustomStringConvertible {
  /// One sentence: what failed and how to fix it.
  public var description: String {
    switch self {
    case .notManaged: "NSM_URL is not set; start the program from a session manager."
    case .addressInvalid(let url):
      "NSM_URL is '\(url)', which is not the address of a session manager; unset it."
    case .outOfResources: "There are no sockets or threads left; end some programs and try again."
    case .noAnswer: "The session manager does not answer; start it again or unset NSM_URL."
    case .refused(let failure): "The session manager refuses: \(failure.message)"
    }
  }
}

/// The reason why a request failed, in the terms of the protocol.
public struct NSMFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// One sentence for the user.
  public let message: String

  /// Creates a failure; `message` is one sentence with a full stop.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension NSMFailure {
  /// The protocol's error code.
  public struct Code: Sendable, Hashable {
    /// The number as sent.
    public let number: Int32

    /// Creates any code; a server may use other codes than the constants below.
    public init(number: Int32) { self.number = number }

    /// Any other failure.
    public static let general = Code(number: -1)
    /// The two sides have different major versions of the protocol.
    public static let incompatibleAPI = Code(number: -2)
    /// The server refused this program.
    public static let refused = Code(number: -3)
    /// The file does not exist.
    public static let noSuchFile = Code(number: -5)
    /// The request would lose unsaved changes.
    public static let unsavedChanges = Code(number: -7)
    /// The request is not possible at this time.
    public static let notNow = Code(number: -8)
    /// The project's file is damaged.
    public static let badProject = Code(number: -9)
    /// The new project cannot be created.
    public static let createFailed = Code(number: -10)
  }
}
