/// An unsigned integer of 4 bits: a group or a channel.
public struct UInt4: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: UInt8

  /// Creates a value of the low 4 bits, and discards the others.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: UInt8) {
    rawValue = value & 0xF
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 4 }
  }

  /// The smallest value, 0.
  @inlinable
  public static var min: UInt4 {
    @_noLocks get { UInt4(truncatingIfNeeded: 0 as UInt8) }
  }

  /// The greatest value, 15.
  @inlinable
  public static var max: UInt4 {
    @_noLocks get { UInt4(truncatingIfNeeded: 0xF as UInt8) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: UInt4, right: UInt4) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: UInt4, right: UInt4) -> Bool {
    left.rawValue < right.rawValue
  }
}
