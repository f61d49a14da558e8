import TenutoExtension

/// A first-order analogue shelf with half of its dB at its corner.
struct Shelf: BitwiseCopyable {
  /// The corner frequency in Hz.
  private let corner: Double
  /// The coefficients of the frequency in the numerator and the denominator.
  private let rise: (above: Double, below: Double)
  /// The numerator and the denominator at frequency 0.
  private let rest: (above: Double, below: Double)

  /// Creates a shelf that changes frequencies above `corner`, in Hz, by `gain`, in dB.
  @_noLocks static func high(corner: Double, gain: Double) -> Shelf {
    let root = DSP.gain(decibels: gain / 2)
    return Shelf(corner: corner, rise: (root, 1 / root), rest: (1, 1))
  }

  /// Creates a shelf that changes frequencies below `corner`, in Hz, by `gain`, in dB.
  @_noLocks static func low(corner: Double, gain: Double) -> Shelf {
    let root = DSP.gain(decibels: gain / 2)
    return Shelf(corner: corner, rise: (1, 1), rest: (root, 1 / root))
  }

  @_noLocks private init(
    corner: Double, rise: (Double, Double), rest: (Double, Double)
  ) {
    self.corner = corner
    self.rise = (rise.0, rise.1)
    self.rest = (rest.0, rest.1)
  }

  /// Returns the gain in dB at a frequency in cycles per frame, after the bilinear transform.
  @_noLocks func decibels(at frequency: Double, _ sampleRate: Double) -> Double {
    let ratio = DSP.tan(.pi * frequency) / DSP.tan(.pi * corner / sampleRate)
    let above = rise.above * rise.above * ratio * ratio + rest.above * rest.above
    let below = rise.below * rise.below * ratio * ratio + rest.below * rest.below
    return 3.010_299_957 * DSP.log2(above / below)
  }

  /// Returns the coefficients b0, b1 and a1 of the digital filter.
  @_noLocks func coefficients(_ sampleRate: Double) -> SIMD3<Double> {
    let warped = DSP.tan(.pi * corner / sampleRate)
    let scale = 1 / (rise.below + rest.below * warped)
    return SIMD3(
      (rise.above + rest.above * warped) * scale, (rest.above * warped - rise.above) * scale,
      (rest.below * warped - rise.below) * scale)
  }
}
