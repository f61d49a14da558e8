/// The digest of FIPS 180-4 that a WebSocket's handshake is written with, and nothing else.
enum SHA1 {
  /// The 20 bytes of the digest of `bytes`.
  static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes + [0x80]
    while rest.count % 64 != 56 { rest.append(0) }
    let bitCount = UInt64(bytes.count) * 8
    rest += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: rest.count, by: 64) {
      mix(words(rest[start..<(start + 64)]), into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  private static func words(_ block: ArraySlice<UInt8>) -> [UInt32] {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for index in 16..<80 {
      words[index] = turned(
        words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1)
    }
    return words
  }

  private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
    var s = state
    for (index, word) in words.enumerated() {
      let (choice, constant) =
        switch index {
        case ..<20: (s[1] & s[2] | ~s[1] & s[3], UInt32(0x5A82_7999))
        case ..<40: (s[1] ^ s[2] ^ s[3], 0x6ED9_EBA1)
        case ..<60: (s[1] & s[2] | s[1] & s[3] | s[2] & s[3], 0x8F1B_BCDC)
        default: (s[1] ^ s[2] ^ s[3], 0xCA62_C1D6)
        }
      let next = turned(s[0], 5) &+ choice &+ s[4] &+ constant &+ word
      s = [next, s[0], turned(s[1], 30), s[2], s[3]]
    }
    for index in state.indices { state[index] &+= s[index] }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
