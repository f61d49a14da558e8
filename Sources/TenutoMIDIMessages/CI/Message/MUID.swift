/// The number by which a device is known in MIDI-CI, taken at random and unique on its connections.
///
/// The corresponding standard is M2-101-UM, "MUID".
public struct MUID: BitwiseCopyable, Sendable, Hashable, CustomStringConvertible {
  /// The number's 28 bits.
  public let value: UInt28

  /// Creates an identity of its number.
  ///
  /// Thread: any.
  public init(_ value: UInt28) {
    self.value = value
  }

  /// All devices, as a destination.
  public static let broadcast = MUID(.max)

  /// Whether a device may have the number: neither broadcast nor reserved.
  public var isUsable: Bool {
    value.rawValue < Self.firstReserved
  }

  private static let firstReserved: UInt32 = 0xFFF_FF00

  /// Returns a number that a device may have.
  ///
  /// Thread: any.
  ///
  /// - Parameter generator: The random number generator; only tests need another than the default.
  /// - Returns: A usable number.
  public static func random(using generator: inout some RandomNumberGenerator) -> MUID {
    MUID(UInt28(truncatingIfNeeded: UInt32.random(in: 0..<firstReserved, using: &generator)))
  }

  /// The number in hexadecimal.
  public var description: String {
    String(value.rawValue, radix: 16, uppercase: true)
  }
}
