public import TenutoSystem

/// Why a running session was not edited; it is as it was before.
public struct SessionEditError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Reason: Sendable, Equatable {
    /// What was named is not there.
    case unknown
    /// It is malformed, or out of range.
    case invalid
    /// What is there does not allow it.
    case conflict
    /// It was not done in time.
    case late
    /// It was tried, and something failed.
    case failed
  }

  /// The kind of failure.
  public let reason: Reason
  /// One sentence: what failed and what to do.
  public let message: String

  /// States a reason.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Takes over what the host says.
  public init(_ error: HostError) {
    let reason: Reason =
      switch error.code {
      case .unknownParameter, .componentNotFound: .unknown
      case .graphInvalid, .queryInvalid, .fileInvalid, .fileNotFound, .fileReadFailed,
        .permissionDenied, .formatOutOfRange, .presetInvalid:
        .invalid
      case .wrongState, .refused, .formatRefused, .stateRefused, .launchFailed, .extensionDied,
        .protocolViolation, .presetExists:
        .conflict
      case .extensionTimedOut: .late
      default: .failed
      }
    self.init(reason, error.message)
  }

  /// The message.
  public var description: String { message }
}
