/// An unsigned integer of 14 bits: two data bytes of MIDI 1.0, such as a pitch bend or a bank.
public struct UInt14: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: UInt16

  /// Creates a value of the low 14 bits, and discards the others.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: UInt16) {
    rawValue = value & 0x3FFF
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 14 }
  }

  /// The smallest value, 0.
  @inlinable
  public static var min: UInt14 {
    @_noLocks get { UInt14(truncatingIfNeeded: 0 as UInt16) }
  }

  /// The greatest value, 16383.
  @inlinable
  public static var max: UInt14 {
    @_noLocks get { UInt14(truncatingIfNeeded: 0x3FFF as UInt16) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: UInt14, right: UInt14) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: UInt14, right: UInt14) -> Bool {
    left.rawValue < right.rawValue
  }
}
