/// The reason why a device cannot send a requested message.
public enum CIDeviceError: Error, Sendable, Hashable {
  /// The other device was not found, or has left.
  case unknownPeer

  /// No device answers this message.
  case notAnInquiry

  /// Too many requests are open, with the other device or in total.
  case tooManyRequests

  /// The header of property exchange is longer than the other device accepts.
  case headerTooLong

  /// The body of property exchange has more pieces than can be counted.
  case bodyTooLong

  /// Header or body has a byte above 127; see `Mcoded7`.
  case notSevenBit
}

/// The reason why data from another device was dropped.
public enum CIDropReason: Sendable, Hashable {
  /// It is not a complete message.
  case malformed(CIMessageError)

  /// It is longer than the maximum that the device reported.
  case tooLong

  /// It does not answer any request.
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
