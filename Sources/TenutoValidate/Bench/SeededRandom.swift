internal import TenutoCore

/// Numbers that look random and are the same on every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }

  /// Noise in −1...1.
  mutating func noise(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(Int32(truncatingIfNeeded: next())) / 2_147_483_648 }
  }

  /// A value that `parameter` may take.
  mutating func value(of parameter: Parameter) -> Float {
    let part = Float(next() >> 40) / Float(1 << 24)
    let range = parameter.range
    return parameter.clamped(range.lowerBound * (1 - part) + range.upperBound * part)
  }
}
