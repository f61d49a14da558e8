/// A profile that is enabled or disabled, and the number of channels.
///
/// The corresponding standard is M2-101-UM, "Set Profile On" and the reports that follow it.
public struct CIProfileSwitch: Sendable, Hashable {
  /// The profile.
  public var profile: ProfileID

  /// The number of channels; nil in version 1, and without meaning in "off".
  public var channelCount: UInt14?

  /// Creates a switch.
  ///
  /// Thread: any.
  public init(_ profile: ProfileID, channelCount: UInt14? = nil) {
    self.profile = profile
    self.channelCount = channelCount
  }

  init(_ reader: inout CIReader, version: UInt7) throws(CIMessageError) {
    profile = try reader.profile()
    channelCount = version >= 2 ? try reader.number14() : nil
  }

  func write(to writer: inout CIWriter) {
    writer.profile(profile)
    if let channelCount { writer.number14(channelCount) }
  }
}
