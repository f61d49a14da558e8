package import TenutoSystem

/// Why a request was not done, as HTTP says it.
public struct RequestError: Error, Sendable, Equatable, Codable {
  /// The status code of HTTP, `400...599`.
  public let status: Int
  /// One sentence: what failed and what to do.
  public let message: String

  /// States a reason.
  public init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Takes over what the host says.
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
