/// An unsigned integer of 20 bits: the ticks of a delta clockstamp.
public struct UInt20: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: UInt32

  /// Creates a value of the low 20 bits, and discards the others.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: UInt32) {
    rawValue = value & 0xF_FFFF
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 20 }
  }

  /// The smallest value, 0.
  @inlinable
  public static var min: UInt20 {
    @_noLocks get { UInt20(truncatingIfNeeded: 0 as UInt32) }
  }

  /// The greatest value, 1048575.
  @inlinable
  public static var max: UInt20 {
    @_noLocks get { UInt20(truncatingIfNeeded: 0xF_FFFF as UInt32) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: UInt20, right: UInt20) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: UInt20, right: UInt20) -> Bool {
    left.rawValue < right.rawValue
  }
}
