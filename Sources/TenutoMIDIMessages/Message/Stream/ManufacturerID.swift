/// The id of a manufacturer: one byte, or 0 and two bytes.
public struct ManufacturerID: BitwiseCopyable, Sendable, Hashable {
  /// The first byte, 0 if the number has three.
  public var byte1: UInt7

  /// The second byte, 0 for one-byte ids.
  public var byte2: UInt7

  /// The third byte, 0 for one-byte ids.
  public var byte3: UInt7

  /// Creates an id of three bytes, or of one byte without the others.
  ///
  /// Thread: any.
  @_noLocks
  public init(_ byte1: UInt7, _ byte2: UInt7 = UInt7.min, _ byte3: UInt7 = UInt7.min) {
    self.byte1 = byte1
    self.byte2 = byte2
    self.byte3 = byte3
  }

  /// The id for unreleased products: experiments, research, schools.
  public static var educational: ManufacturerID {
    @_noLocks get { ManufacturerID(UInt7(truncatingIfNeeded: 0x7D as UInt8)) }
  }

  @_noLocks
  init(packed: UInt32) {
    byte1 = UInt7(truncatingIfNeeded: UInt8(truncatingIfNeeded: packed >> 16))
    byte2 = UInt7(truncatingIfNeeded: UInt8(truncatingIfNeeded: packed >> 8))
    byte3 = UInt7(truncatingIfNeeded: UInt8(truncatingIfNeeded: packed))
  }

  /// The three bytes as a number, the first one in the highest bits.
  var packed: UInt32 {
    @_noLocks get {
      UInt32(byte1.rawValue) << 16 | UInt32(byte2.rawValue) << 8 | UInt32(byte3.rawValue)
    }
  }
}
