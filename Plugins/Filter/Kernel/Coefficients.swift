import TenutoExtension

/// The coefficients of a state-variable filter.
///
/// The corresponding paper is Andrew Simper, "Solving the continuous SVF equations using
/// trapezoidal integration and equivalent currents" (Cytomic, 2013).
struct Coefficients: BitwiseCopyable {
  /// The integrators' gain: the tangent of half of the cutoff's angle.
  var g = 1.0
  /// The damping, 1 over the resonance.
  var k = 1.0
  /// The gain from the input to the output.
  var direct = 0.0
  /// The gain from the band-pass to the output.
  var band = 0.0
  /// The gain from the low-pass to the output.
  var low = 1.0

  /// Computes a shape.
  ///
  /// - Parameters:
  ///   - shape: The shape of the filter.
  ///   - angle: pi times cutoff over sample rate, less than pi / 2.
  ///   - resonance: Q, more than 0.
  ///   - gain: The gain of a bell or a shelf in dB.
  @_noLocks init(_ shape: FilterShape, angle: Double, resonance: Double, gain: Double) {
    g = DSP.tan(angle)
    k = 1 / resonance
    switch shape {
    case .lowPass: set(0, 0, 1)
    case .highPass: set(1, -k, -1)
    case .bandPass: set(0, k, 0)
    case .notch: set(1, -k, 0)
    case .peak: set(1, -k, -2)
    case .allPass: set(1, -2 * k, 0)
    case .bell, .lowShelf, .highShelf: setBoost(shape, DSP.gain(decibels: gain / 2))
    }
  }

  /// Sets a shape with a gain; `a` is the square root of its linear gain.
  @_noLocks private mutating func setBoost(_ shape: FilterShape, _ a: Double) {
    switch shape {
    case .bell:
      k /= a
      set(1, k * (a * a - 1), 0)
    case .lowShelf:
      g /= DSP.squareRoot(a)
      set(1, k * (a - 1), a * a - 1)
    default:
      g *= DSP.squareRoot(a)
      set(a * a, k * (1 - a) * a, 1 - a * a)
    }
  }

  @_noLocks private mutating func set(_ direct: Double, _ band: Double, _ low: Double) {
    self.direct = direct
    self.band = band
    self.low = low
  }

  /// Returns an interpolation between these coefficients and `other`, reached at a `part` of 1.
  @_noLocks func blended(with other: Coefficients, part: Double) -> Coefficients {
    var result = self
    result.g += part * (other.g - g)
    result.k += part * (other.k - k)
    result.direct += part * (other.direct - direct)
    result.band += part * (other.band - band)
    result.low += part * (other.low - low)
    return result
  }
}
