/// The five bytes that name a profile.
///
/// The corresponding standard is M2-102-U, "Profile ID".
public struct ProfileID: BitwiseCopyable, Sendable, Hashable {
  /// 0x7E for a profile of the standard, else the first byte of its maker's number.
  public var byte1: UInt7

  /// The bank of the standard's profile, or the second byte of the maker's number.
  public var byte2: UInt7

  /// The number of the standard's profile, or the third byte of the maker's number.
  public var byte3: UInt7

  /// The version of the standard's profile, or the first byte that the maker defines.
  public var byte4: UInt7

  /// The level of the standard's profile, or the second byte that the maker defines.
  public var byte5: UInt7

  /// Creates the name of a profile.
  ///
  /// Thread: any.
  public init(_ byte1: UInt7, _ byte2: UInt7, _ byte3: UInt7, _ byte4: UInt7, _ byte5: UInt7) {
    self.byte1 = byte1
    self.byte2 = byte2
    self.byte3 = byte3
    self.byte4 = byte4
    self.byte5 = byte5
  }

  /// The five bytes in order.
  public var bytes: [UInt7] {
    [byte1, byte2, byte3, byte4, byte5]
  }
}
