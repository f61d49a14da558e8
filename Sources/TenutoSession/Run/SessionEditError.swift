public import TenutoSystem

/// The error of a failed edit, which leaves the running session unchanged.
public struct SessionEditError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of a failure.
  public enum Reason: Sendable, Equatable {
    /// The named object does not exist.
    case unknown
    /// An argument is malformed or out of range.
    case invalid
    /// The current state does not permit it.
    case conflict
    /// It was not done in time.
    case late
    /// It was tried and failed.
    case failed
  }

  /// The kind of failure.
  public let reason: Reason
  /// One sentence: what failed and the remedy.
  public let message: String

  /// Creates an error.
  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// Creates an error from a host error.
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
