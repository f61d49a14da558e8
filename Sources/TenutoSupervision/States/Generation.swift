internal import TenutoCore

/// A saved generation of a document, with a header that proves that it is complete.
///
/// Little-endian: `TGEN`, form (4 bytes), sequence number (8), count of bytes (8), CRC-32 of all
/// other bytes of the file (4), the bytes.
struct Generation: Equatable {
  private static let magic: [UInt8] = Array("TGEN".utf8)
  private static let form: UInt32 = 1
  /// Bytes of the header.
  static let headerByteCount = 28

  /// The sequence number; each save has a higher one than all previous saves.
  let sequence: UInt64
  let bytes: [UInt8]

  /// The reason why bytes are not a valid generation.
  struct Damage: Error {
    let reason: String
  }

  init(sequence: UInt64, bytes: [UInt8]) {
    self.sequence = sequence
    self.bytes = bytes
  }

  /// The bytes of the file.
  func encoded() -> [UInt8] {
    var head = Self.magic
    func append<T: FixedWidthInteger>(_ value: T) {
      for shift in stride(from: 0, to: T.bitWidth, by: 8) {
        head.append(UInt8(truncatingIfNeeded: value >> T(shift)))
      }
    }
    append(Self.form)
    append(sequence)
    append(UInt64(bytes.count))
    let checksum = CRC32.checksum((head + bytes)[...])
    append(checksum)
    return head + bytes
  }

  /// Decodes a file of `encoded`; `sequence` is the number in the file's name.
  init(decoding file: [UInt8], sequence: UInt64) throws(Damage) {
    func number<T: FixedWidthInteger>(at offset: Int) -> T {
      (0..<T.bitWidth / 8).reduce(0) {
        $0 | T(truncatingIfNeeded: file[offset + $1]) << T(8 * $1)
      }
    }
    guard file.count >= Self.headerByteCount else { throw Damage(reason: "it is cut off") }
    guard file.starts(with: Self.magic) else { throw Damage(reason: "it is not a generation") }
    let form: UInt32 = number(at: 4)
    guard form == Self.form else { throw Damage(reason: "it has the unknown form \(form)") }
    let count: UInt64 = number(at: 16)
    guard count == UInt64(file.count - Self.headerByteCount) else {
      throw Damage(reason: "it has the wrong length")
    }
    let checksum: UInt32 = number(at: 24)
    guard checksum == CRC32.checksum((file[..<24] + file[Self.headerByteCount...])[...]) else {
      throw Damage(reason: "its checksum is wrong")
    }
    guard number(at: 8) == sequence else {
      throw Damage(reason: "it is a copy of another generation")
    }
    self.init(sequence: sequence, bytes: Array(file[Self.headerByteCount...]))
  }
}

// MARK: - Names

extension Generation {
  /// The prefix of a file's name, before the sequence number.
  private static let prefix = "generation-"
  /// Digits of the sequence number in a file's name.
  private static let digitCount = 18
  /// The highest sequence number, far beyond any that a store reaches.
  static let maximumSequence: UInt64 = 999_999_999_999_999_999

  /// The name of the file; names sort in the order of their numbers.
  static func fileName(_ sequence: UInt64) -> String {
    let digits = String(sequence)
    return prefix + String(repeating: "0", count: max(0, digitCount - digits.utf8.count)) + digits
  }

  /// The sequence number in a file's name, or nil for any other file.
  static func sequence(fileName name: String) -> UInt64? {
    guard name.hasPrefix(prefix), let number = UInt64(name.dropFirst(prefix.count)),
      fileName(number) == name, number <= maximumSequence
    else { return nil }
    return number
  }

  /// The name of the file until it is complete.
  static func temporaryName(_ sequence: UInt64) -> String { fileName(sequence) + temporaryEnding }

  /// Whether a killed writer left a file of that name.
  static func isTemporary(fileName name: String) -> Bool {
    name.hasSuffix(temporaryEnding)
      && sequence(fileName: String(name.dropLast(temporaryEnding.count))) != nil
  }

  private static let temporaryEnding = ".part"
}
