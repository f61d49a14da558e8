import TenutoMIDI
/// Maker, model and revision of a device, as the identity reply of MIDI 1.0 has them.
///
/// The corresponding standard is M2-104-UM, "Device Identity Notification", and M2-101-UM.
public struct DeviceIdentity: BitwiseCopyable, Sendable, Hashable {
  /// The maker.
  public var manufacturer: ManufacturerID

  /// The family to which the device belongs.
  public var family: UInt14

  /// The model in the family.
  public var model: UInt14

  /// The software revision: four bytes of 7 bits, the first one in the highest bits.
  public var softwareRevision: UInt28

  /// Creates an identity.
  ///
  /// Thread: any.
  @_noLocks
  public init(
    manufacturer: ManufacturerID, family: UInt14, model: UInt14, softwareRevision: UInt28
  ) {
    self.manufacturer = manufacturer
    self.family = family
    self.model = model
    self.softwareRevision = softwareRevision
  }

  @_noLocks
  init(_ ump: UMP) {
    manufacturer = ManufacturerID(packed: ump.word1)
    family = Self.number(leastSignificantFirst: ump.word2 >> 16)
    model = Self.number(leastSignificantFirst: ump.word2)
    let high = (ump.word3 >> 3 & 0xFE0_0000) | (ump.word3 >> 2 & 0x1F_C000)
    let low = (ump.word3 >> 1 & 0x3F80) | (ump.word3 & 0x7F)
    softwareRevision = UInt28(truncatingIfNeeded: high | low)
  }

  /// The packet without its type.
  var body: UMP {
    @_noLocks get {
      let revision = softwareRevision.rawValue
      let high = (revision & 0xFE0_0000) << 3 | (revision & 0x1F_C000) << 2
      let low = (revision & 0x3F80) << 1 | revision & 0x7F
      let numbers = Self.bits(leastSignificantFirst: family) << 16
      return UMP(
        0x0002_0000, manufacturer.packed, numbers | Self.bits(leastSignificantFirst: model),
        high | low)
    }
  }

  @_noLocks
  private static func number(leastSignificantFirst bits: UInt32) -> UInt14 {
    let number = bits >> 8 & 0x7F | (bits & 0x7F) << 7
    return UInt14(truncatingIfNeeded: UInt16(truncatingIfNeeded: number))
  }

  @_noLocks
  private static func bits(leastSignificantFirst number: UInt14) -> UInt32 {
    UInt32(number.rawValue & 0x7F) << 8 | UInt32(number.rawValue >> 7)
  }
}
