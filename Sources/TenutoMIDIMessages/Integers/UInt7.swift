/// An unsigned integer of 7 bits: a note, a controller, any data byte of MIDI 1.0.
public struct UInt7: NarrowInteger {
  /// The value as an integer that memory has.
  public let rawValue: UInt8

  /// Creates a value of the low 7 bits, and discards the others.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public init(truncatingIfNeeded value: UInt8) {
    rawValue = value & 0x7F
  }

  /// The number of bits in the value.
  @inlinable
  public static var bitWidth: Int {
    @_noLocks get { 7 }
  }

  /// The smallest value, 0.
  @inlinable
  public static var min: UInt7 {
    @_noLocks get { UInt7(truncatingIfNeeded: 0 as UInt8) }
  }

  /// The greatest value, 127.
  @inlinable
  public static var max: UInt7 {
    @_noLocks get { UInt7(truncatingIfNeeded: 0x7F as UInt8) }
  }

  /// Returns whether two values are the same.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func == (left: UInt7, right: UInt7) -> Bool {
    left.rawValue == right.rawValue
  }

  /// Returns whether a value is smaller than another one.
  ///
  /// Thread: any.
  @inlinable
  @_noLocks
  public static func < (left: UInt7, right: UInt7) -> Bool {
    left.rawValue < right.rawValue
  }
}
