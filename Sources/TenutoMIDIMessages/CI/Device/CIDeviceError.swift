/// Why a device cannot send a requested message.
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
