/// A profile of the device at one address.
public struct CIProfile: Sendable, Hashable {
  /// The name of the profile.
  public var id: ProfileID

  /// The channel, the group or the function block.
  public var address: CIAddress

  /// Whether the profile is on.
  public var isEnabled = false

  /// The number of channels for which the profile is on, or 0.
  public var channelCount: UInt14 = 0

  /// The answers to inquiries of details, by their target.
  public var details: [UInt7: [UInt8]] = [:]

  /// Creates a profile that is off.
  ///
  /// Thread: any.
  public init(_ id: ProfileID, address: CIAddress = .functionBlock) {
    self.id = id
    self.address = address
  }
}
