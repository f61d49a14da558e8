/// Another device, as it was found.
public struct CIPeer: Sendable, Hashable {
  /// The number by which the device is known.
  public var muid: MUID

  /// The version of the device's messages.
  public var version: UInt7

  /// The description of the device.
  public var discovery: CIDiscovery

  /// The number of property exchange requests that the device answers at once; nil until it was
  /// asked.
  public var simultaneousPropertyRequests: UInt7?
}
