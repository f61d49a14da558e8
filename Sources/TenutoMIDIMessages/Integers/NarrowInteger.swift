/// An integer of a width that memory does not have, as the fields of MIDI messages are.
///
/// A value is always in `min...max`, so messages of such values are always well formed. Arithmetic
/// is done in `Int` and converted back by `init(clamping:)` or `init(exactly:)`.
public protocol NarrowInteger: BitwiseCopyable, Sendable, Hashable, Strideable,
  ExpressibleByIntegerLiteral, CustomStringConvertible
where Stride == Int, IntegerLiteralType == Int {
  /// The integer that holds the value in memory.
  associatedtype Storage: FixedWidthInteger & BitwiseCopyable & Sendable

  /// The number of bits in the value.
  static var bitWidth: Int { get }

  /// The smallest value.
  static var min: Self { get }

  /// The greatest value.
  static var max: Self { get }

  /// The value as an integer that memory has.
  var rawValue: Storage { get }

  /// Creates a value of the low bits, and discards the others.
  ///
  /// Thread: any.
  init(truncatingIfNeeded value: Storage)
}

extension NarrowInteger {
  /// The centre: the neutral position of a wheel or a pan.
  public static var mid: Self {
    let (low, high) = (min.intValue, max.intValue)
    return Self(truncatingIfNeeded: Storage(truncatingIfNeeded: low + (high - low) / 2 + 1))
  }

  /// Creates a value of the low bits of any integer, and discards the others.
  ///
  /// Thread: any.
  public init<Source: BinaryInteger>(truncatingIfNeeded value: Source) {
    self.init(truncatingIfNeeded: Storage(truncatingIfNeeded: value))
  }

  /// Creates a value if `value` is in the range of the type.
  ///
  /// Thread: any.
  public init?<Source: BinaryInteger>(exactly value: Source) {
    guard let number = Int(exactly: value),
      number >= Self.min.intValue, number <= Self.max.intValue
    else { return nil }
    self.init(truncatingIfNeeded: Storage(truncatingIfNeeded: number))
  }

  /// Creates the value of the type that is nearest to `value`.
  ///
  /// Thread: any.
  public init<Source: BinaryInteger>(clamping value: Source) {
    let number = Swift.min(Swift.max(Int(clamping: value), Self.min.intValue), Self.max.intValue)
    self.init(truncatingIfNeeded: Storage(truncatingIfNeeded: number))
  }

  /// Creates a value; one out of range is a programmer error and traps.
  ///
  /// Thread: any.
  public init<Source: BinaryInteger>(_ value: Source) {
    guard let exact = Self(exactly: value) else {
      preconditionFailure("\(value) is not in the range of \(Self.self)")
    }
    self = exact
  }

  /// Creates a value from a literal; one out of range traps.
  ///
  /// Thread: any.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// The value as an `Int`.
  public var intValue: Int {
    Int(truncatingIfNeeded: rawValue)
  }

  /// The value in decimal.
  public var description: String {
    rawValue.description
  }

  /// Returns how far `other` is from this value.
  ///
  /// Thread: any.
  public func distance(to other: Self) -> Int {
    other.intValue - intValue
  }

  /// Returns the value `distance` away; one out of range traps.
  ///
  /// Thread: any.
  public func advanced(by distance: Int) -> Self {
    Self(intValue + distance)
  }
}
