import TenutoExtension

/// Random numbers derived from a seed and a count (SplitMix64 of the count).
struct FrameRandom: BitwiseCopyable {
  private let origin: UInt64
  private var state: UInt64

  /// Creates the sequence of a seed.
  @_noLocks init(seed: UInt64) {
    // The starts are far apart, so the sequences of two seeds do not overlap within years.
    origin = Self.mixed(seed &+ 0x1234_5678_9ABC_DEF1)
    state = origin
  }

  /// Restarts the sequence.
  @_noLocks mutating func restart() { state = origin }

  /// Returns the next two numbers, uniformly distributed in -1...1.
  @inline(__always) @_noLocks mutating func next() -> SIMD2<Double> {
    state &+= 0x9E37_79B9_7F4A_7C15
    let bits = Self.mixed(state)
    let low = Int32(truncatingIfNeeded: bits)
    let high = Int32(truncatingIfNeeded: bits >> 32)
    // Adds half a step, so that the mean is 0.
    return SIMD2((Double(low) + 0.5) * 0x1p-31, (Double(high) + 0.5) * 0x1p-31)
  }

  @inline(__always) @_noLocks private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
