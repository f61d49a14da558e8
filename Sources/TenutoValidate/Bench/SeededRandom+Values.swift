internal import TenutoCore

extension SeededRandom {
  /// Noise in −1...1.
  mutating func noise(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(Int32(truncatingIfNeeded: next())) / 2_147_483_648 }
  }

  /// A valid value of `parameter`.
  mutating func value(of parameter: Parameter) -> Float {
    let part = Float(next() >> 40) / Float(1 << 24)
    let range = parameter.range
    return parameter.clamped(range.lowerBound * (1 - part) + range.upperBound * part)
  }
}
