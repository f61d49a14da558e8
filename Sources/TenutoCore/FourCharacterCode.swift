/// Four printable ASCII characters packed into 32 bits, the first in the highest byte.
///
/// The corresponding Audio Unit type is `FourCharCode` (`OSType`).
public struct FourCharacterCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The packed characters.
  public let rawValue: UInt32

  /// Packs `rawValue`, or returns nil if one of its bytes is not printable ASCII (0x20...0x7E).
  public init?(rawValue: UInt32) {
    for shift in stride(from: 0, through: 24, by: 8) {
      guard (0x20...0x7E).contains((rawValue >> UInt32(shift)) & 0xFF) else { return nil }
    }
    self.rawValue = rawValue
  }

  /// Packs a text of exactly four printable ASCII characters, or returns nil.
  public init?(_ text: String) {
    guard text.utf8.count == 4 else { return nil }
    self.init(rawValue: text.utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension FourCharacterCode: CustomStringConvertible {
  /// The four characters as text.
  public var description: String {
    String(
      decoding: stride(from: 24, through: 0, by: -8).map { UInt8(rawValue >> UInt32($0) & 0xFF) },
      as: UTF8.self)
  }
}
