/// A file that a state refers to.
public struct FileReference: Sendable, Equatable {
  /// Its absolute path.
  public var path: String
  /// SHA-256 of its content, in 64 hexadecimal digits.
  public var digest: String
  /// Whether another file may replace it if it is missing or has changed.
  public var isReplaceable: Bool

  /// Names a file.
  public init(path: String, digest: String, isReplaceable: Bool = false) {
    self.path = path
    self.digest = digest
    self.isReplaceable = isReplaceable
  }

  private static let magic = Array("TFIL".utf8)
  /// The bytes before the path.
  private static let headerByteCount = 70
  /// The longest path: PATH_MAX of Linux.
  public static let maximumPathBytes = 4096

  /// The reference as bytes: `TFIL`, form 1, 1 if it may be replaced, the digits of the digest, and
  /// the path to the end.
  public func encoded() -> [UInt8] {
    Self.magic + [1, isReplaceable ? 1 : 0] + Array(digest.utf8) + Array(path.utf8)
  }

  /// Decodes the bytes of `encoded`; nil for other bytes.
  public init?(decoding bytes: [UInt8]) {
    guard bytes.count > Self.headerByteCount,
      bytes.count <= Self.headerByteCount + Self.maximumPathBytes, bytes.starts(with: Self.magic),
      bytes[4] == 1, bytes[5] <= 1
    else { return nil }
    let digest = String(decoding: bytes[6..<Self.headerByteCount], as: UTF8.self)
    guard digest.utf8.count == 64, digest.utf8.allSatisfy(Self.isDigit),
      let path = String(validating: bytes[Self.headerByteCount...], as: UTF8.self),
      path.hasPrefix("/"), !path.utf8.contains(0)
    else { return nil }
    self.init(path: path, digest: digest, isReplaceable: bytes[5] == 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }
}
