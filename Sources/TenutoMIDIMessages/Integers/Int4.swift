/// A signed integer of 4 bits: sharps (above 0) or flats (below 0).
public struct Int4: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: Int8

  /// Creates a value from the low 4 bits, with the highest as the sign.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: Int8) {
    rawValue = (value << 4) >> 4
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 4 }
  }

  /// The smallest value, -8.
  @inlinable
  public static var min: Int4 {
    @_noLocks get { Int4(truncatingIfNeeded: -8 as Int8) }
  }

  /// The greatest value, 7.
  @inlinable
  public static var max: Int4 {
    @_noLocks get { Int4(truncatingIfNeeded: 7 as Int8) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: Int4, right: Int4) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: Int4, right: Int4) -> Bool {
    left.rawValue < right.rawValue
  }
}
