/// The digest of FIPS 180-4, of bytes that come in pieces.
package struct SHA256 {
  private var state: InlineArray<8, UInt32> = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB,
    0x5BE0_CD19,
  ]
  /// The words of the block that is filled.
  private var words = InlineArray<64, UInt32>(repeating: 0)
  /// All bytes so far.
  private var byteCount = 0

  /// The digest of no bytes yet.
  package init() {}

  /// The digest of `bytes`, in hexadecimal digits.
  package static func hexadecimal(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finished()
  }

  /// Adds a piece.
  package mutating func update(_ bytes: [UInt8]) { for byte in bytes { add(byte) } }

  /// The digest in hexadecimal digits; nothing may be added after it.
  package mutating func finished() -> String {
    let bitCount = UInt64(byteCount) * 8
    add(0x80)
    while byteCount % 64 != 56 { add(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: bitCount >> shift))
    }
    return state.indices.map { index in
      let digits = String(state[index], radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func add(_ byte: UInt8) {
    let index = byteCount % 64 / 4
    words[index] = words[index] << 8 | UInt32(byte)
    byteCount += 1
    if byteCount % 64 == 0 { mix() }
  }

  private mutating func mix() {
    for index in 16..<64 {
      let (w2, w15) = (words[index - 2], words[index - 15])
      let s0 = Self.turned(w15, 7) ^ Self.turned(w15, 18) ^ w15 >> 3
      let s1 = Self.turned(w2, 17) ^ Self.turned(w2, 19) ^ w2 >> 10
      words[index] = words[index - 16] &+ s0 &+ words[index - 7] &+ s1
    }
    var s = state
    for index in 0..<64 {
      let sum1 = Self.turned(s[4], 6) ^ Self.turned(s[4], 11) ^ Self.turned(s[4], 25)
      let choice = s[4] & s[5] ^ ~s[4] & s[6]
      let first = s[7] &+ sum1 &+ choice &+ Self.constants[index] &+ words[index]
      let sum0 = Self.turned(s[0], 2) ^ Self.turned(s[0], 13) ^ Self.turned(s[0], 22)
      let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2]
      (s[7], s[6], s[5], s[4]) = (s[6], s[5], s[4], s[3] &+ first)
      (s[3], s[2], s[1], s[0]) = (s[2], s[1], s[0], first &+ sum0 &+ majority)
    }
    for index in 0..<8 { state[index] = state[index] &+ s[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The fractions of the cube roots of the first 64 primes.
  private static let constants: InlineArray<64, UInt32> = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4,
    0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE,
    0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F,
    0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA, 0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7,
    0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC,
    0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070, 0x19A4_C116,
    0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
    0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7,
    0xC671_78F2,
  ]
}
