package import TenutoSystem

/// The reason why a request failed, as an HTTP status and a message.
public struct RequestError: Error, Sendable, Equatable, Codable {
  /// The status code of HTTP, `400...599`.
  public let status: Int
  /// One sentence: what failed and how to fix it.
  public let message: String

  /// Creates an error.
  public init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Converts an error of the host.
  package init(_ error: HostError) {
    let status =
      switch error.code {
      case .unknownParameter, .componentNotFound: 404
      case .queryInvalid, .fileInvalid, .fileNotFound, .permissionDenied, .formatOutOfRange: 400
      case .wrongState, .refused, .formatRefused, .stateRefused, .launchFailed, .extensionDied,
        .protocolViolation:
        409
      case .extensionTimedOut: 504
      default: 500
      }
    self.init(status, error.message)
  }
}
