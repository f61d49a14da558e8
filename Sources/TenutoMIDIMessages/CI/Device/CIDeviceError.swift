/// Why a device cannot send what it is asked to.
public enum CIDeviceError: Error, Sendable, Hashable {
  /// The other device was not found, or is gone.
  case unknownPeer

  /// No device answers this message.
  case notAnInquiry

  /// Too many requests are open, with the other device or at all.
  case tooManyRequests

  /// The header of property exchange is longer than the other device takes.
  case headerTooLong

  /// The body of property exchange has more pieces than can be counted.
  case bodyTooLong

  /// Header or body has a byte above 127; see `Mcoded7`.
  case notSevenBit
}
