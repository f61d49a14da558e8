/// Why something that was asked for was not done, as both sides of the protocol say it.
public struct NSMFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure.
  public let code: Code
  /// One sentence for the user.
  public let message: String

  /// Makes a failure; `message` is one sentence with a full stop.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension NSMFailure {
  /// The protocol's number of a failure.
  public struct Code: Sendable, Hashable {
    /// The number as it is sent.
    public let number: Int32

    /// Takes any number; a server may have more than those below.
    public init(number: Int32) { self.number = number }

    /// Any other failure.
    public static let general = Code(number: -1)
    /// The two sides have different major versions of the protocol.
    public static let incompatibleAPI = Code(number: -2)
    /// The server does not want this program.
    public static let refused = Code(number: -3)
    /// There is no such file.
    public static let noSuchFile = Code(number: -5)
    /// Going on would lose what was not saved.
    public static let unsavedChanges = Code(number: -7)
    /// Not at this time; later perhaps.
    public static let notNow = Code(number: -8)
    /// The project's file is damaged.
    public static let badProject = Code(number: -9)
    /// The new project cannot be made.
    public static let createFailed = Code(number: -10)
  }
}
