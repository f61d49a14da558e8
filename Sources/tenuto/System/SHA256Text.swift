import ArgumentParser
import TenutoProcess
import TenutoCore
import TenutoSystem

/// Digests of files, SHA-256 in 64 hexadecimal digits, as `sha256sum` prints them.
enum SHA256Text {
  /// Returns the digest of the file at `path`; nil if it cannot be read.
  static func digest(ofFile path: String) -> String? {
    (try? FileReference(naming: path))?.digest
  }

  /// Returns whether `text` is a digest in small digits.
  static func isValid(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Reads the argument of an option.
  @Sendable static func argument(_ text: String) throws -> String {
    let digest = text.lowercased()
    guard isValid(digest) else {
      throw ValidationError("'\(text)' is not a SHA-256, 64 hexadecimal digits")
    }
    return digest
  }
}
