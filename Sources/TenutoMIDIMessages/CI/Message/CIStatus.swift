/// The reason why a message is acknowledged or refused.
///
/// The corresponding standard is M2-101-UM, "ACK and NAK Status Codes".
public struct CIStatus: BitwiseCopyable, Sendable, Hashable {
  /// The status in the message.
  public let rawValue: UInt7

  /// Creates a status of its byte.
  ///
  /// Thread: any.
  public init(rawValue: UInt7) {
    self.rawValue = rawValue
  }

  /// Acknowledged or refused, without more.
  public static let generic = CIStatus(rawValue: 0x00)

  /// Refused: the message is not supported.
  public static let notSupported = CIStatus(rawValue: 0x01)

  /// Refused: the version of MIDI-CI is not supported.
  public static let versionNotSupported = CIStatus(rawValue: 0x02)

  /// Refused: the channel, group or function block is not in use.
  public static let notInUse = CIStatus(rawValue: 0x03)

  /// Refused: the channel, group or function block does not support the profile.
  public static let profileNotSupported = CIStatus(rawValue: 0x04)

  /// Acknowledged: the answer is delayed; wait for the given time in units of 100 ms.
  public static let wait = CIStatus(rawValue: 0x10)

  /// Refused: the sender must stop.
  public static let terminate = CIStatus(rawValue: 0x20)

  /// Refused: chunks of property exchange came out of order.
  public static let chunkOutOfSequence = CIStatus(rawValue: 0x21)

  /// Refused: an error, which another try may not have.
  public static let tryAgain = CIStatus(rawValue: 0x40)

  /// Refused: the message is malformed.
  public static let malformed = CIStatus(rawValue: 0x41)

  /// Refused: too much time has passed.
  public static let timedOut = CIStatus(rawValue: 0x42)

  /// Refused: too busy; retry after the given time in units of 100 ms.
  public static let busy = CIStatus(rawValue: 0x43)
}
