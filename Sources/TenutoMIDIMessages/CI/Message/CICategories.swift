/// The categories of MIDI-CI that a device supports.
///
/// The corresponding standard is M2-101-UM, "Capability Inquiry Category Supported".
public struct CICategories: OptionSet, BitwiseCopyable, Sendable, Hashable {
  /// The flags as encoded in the message, including reserved ones.
  public let rawValue: UInt8

  /// Creates a set of seven bits, and cuts the eighth off.
  ///
  /// Thread: any.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue & 0x7F
  }

  /// Protocol negotiation, removed in version 1.2.
  public static let protocolNegotiation = CICategories(rawValue: 1 << 1)

  /// Profile configuration.
  public static let profiles = CICategories(rawValue: 1 << 2)

  /// Property exchange.
  public static let properties = CICategories(rawValue: 1 << 3)

  /// Process inquiry.
  public static let processes = CICategories(rawValue: 1 << 4)
}
