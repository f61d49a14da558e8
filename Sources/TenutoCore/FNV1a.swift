/// The 64-bit FNV-1a hash: quick, the same on every machine, and not cryptographic.
package enum FNV1a {
  /// Hashes bytes; `start` is the hash of the bytes before them.
  package static func sum(
    _ bytes: some Sequence<UInt8>, after start: UInt64 = 0xcbf2_9ce4_8422_2325
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// The hash of bytes as 16 hexadecimal digits.
  package static func digits(_ bytes: some Sequence<UInt8>) -> String {
    let digits = String(sum(bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}
