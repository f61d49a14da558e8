/// Another device, as it was found.
public struct CIPeer: Sendable, Hashable {
  /// The number by which the device is known.
  public var muid: MUID

  /// The version of the device's messages.
  public var version: UInt7

  /// The description of the device.
  public var discovery: CIDiscovery

  /// How many requests of property exchange the device answers at once; nil as long as it was not
  /// asked.
  public var simultaneousPropertyRequests: UInt7?
}
