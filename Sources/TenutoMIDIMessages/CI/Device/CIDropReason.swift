/// Why something that another device sent was dropped.
public enum CIDropReason: Sendable, Hashable {
  /// It is not a complete message.
  case malformed(CIMessageError)

  /// It is longer than the maximum that the device reported.
  case tooLong

  /// It answers nothing that was asked.
  case unexpected

  /// Its sender has an identity that no device may have.
  case unusableIdentity

  /// Too many devices are known already.
  case tooManyPeers

  /// A piece of property exchange came out of order.
  case chunkOutOfSequence

  /// Too many messages of property exchange are under way.
  case tooManyProperties

  /// A message of property exchange is longer than the limits let it be.
  case propertyTooLong

  /// The rest of a message of property exchange did not arrive in time.
  case timedOut

  /// Its sender gave it up.
  case givenUpBySender
}
