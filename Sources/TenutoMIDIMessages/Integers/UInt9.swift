/// An unsigned integer of 9 bits: the fraction of a semitone in a MIDI 2.0 pitch.
public struct UInt9: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: UInt16

  /// Creates a value of the low 9 bits, and discards the others.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: UInt16) {
    rawValue = value & 0x1FF
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 9 }
  }

  /// The smallest value, 0.
  @inlinable
  public static var min: UInt9 {
    @_noLocks get { UInt9(truncatingIfNeeded: 0 as UInt16) }
  }

  /// The greatest value, 511.
  @inlinable
  public static var max: UInt9 {
    @_noLocks get { UInt9(truncatingIfNeeded: 0x1FF as UInt16) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: UInt9, right: UInt9) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: UInt9, right: UInt9) -> Bool {
    left.rawValue < right.rawValue
  }
}
