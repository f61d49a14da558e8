/// The digest FNV-1a of 64 bits: quick, the same on every machine, and no protection from intent.
package enum FNV1a {
  /// Digests bytes, after those that `start` already stands for.
  package static func sum(
    _ bytes: some Sequence<UInt8>, after start: UInt64 = 0xcbf2_9ce4_8422_2325
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The digest of bytes as 16 hexadecimal digits.
  package static func digits(_ bytes: some Sequence<UInt8>) -> String {
    let digits = String(sum(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
