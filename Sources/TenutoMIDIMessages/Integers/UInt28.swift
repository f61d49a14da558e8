/// An unsigned integer of 28 bits: four data bytes of MIDI 1.0, such as an identity in MIDI-CI.
public struct UInt28: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: UInt32

  /// Creates a value of the low 28 bits, and discards the others.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: UInt32) {
    rawValue = value & 0xFFF_FFFF
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 28 }
  }

  /// The smallest value, 0.
  @inlinable
  public static var min: UInt28 {
    @_noLocks get { UInt28(truncatingIfNeeded: 0 as UInt32) }
  }

  /// The greatest value, 268435455.
  @inlinable
  public static var max: UInt28 {
    @_noLocks get { UInt28(truncatingIfNeeded: 0xFFF_FFFF as UInt32) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: UInt28, right: UInt28) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: UInt28, right: UInt28) -> Bool {
    left.rawValue < right.rawValue
  }
}
