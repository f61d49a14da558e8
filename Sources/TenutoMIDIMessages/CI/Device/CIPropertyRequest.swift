/// A request of property exchange that another device made, to be answered by the caller.
public struct CIPropertyRequest: Sendable, Hashable {
  /// Who asks.
  public let peer: MUID

  /// The part of the device.
  public let address: CIAddress

  /// The request: get, set or subscription.
  public let kind: CIPropertyKind

  /// The header, JSON.
  public let header: [UInt8]

  /// The body, JSON or data in the encoding of the header.
  public let body: [UInt8]

  /// The number that request and answer share.
  public let requestID: UInt7

  let version: UInt7
}
