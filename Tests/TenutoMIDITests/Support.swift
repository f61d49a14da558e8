import TenutoMIDI

/// A seeded generator (SplitMix64), so that a failing random case can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func byte() -> UInt8 {
    UInt8(truncatingIfNeeded: next())
  }

  mutating func bytes(count: Int) -> [UInt8] {
    (0..<count).map { _ in byte() }
  }

  mutating func ump() -> UMP {
    UMP(
      UInt32(truncatingIfNeeded: next()), UInt32(truncatingIfNeeded: next()),
      UInt32(truncatingIfNeeded: next()), UInt32(truncatingIfNeeded: next()))
  }
}

/// The number of random cases: the full number only in optimised code.
func randomCaseCount(release: Int) -> Int {
  #if DEBUG
  release / 20
  #else
  release
  #endif
}

/// Parses a whole byte stream.
func parseAll(_ bytes: [UInt8], group: UInt8 = 0) -> [UMP] {
  var parser = MIDI1Parser(group: group)
  return bytes.compactMap { parser.parse($0) }
}

/// Writes packets as one byte stream.
func bytes(of umps: [UMP]) -> [UInt8] {
  umps.flatMap { MIDI1Bytes($0).array }
}
