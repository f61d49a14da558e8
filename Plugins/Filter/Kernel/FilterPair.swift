import TenutoExtension

/// Two channels that are computed together.
typealias Pair = SIMD2<Double>

/// The memory of a state-variable filter for two channels.
///
/// Integration is trapezoidal, so that one step turns the state by the Cayley transform of a system
/// that loses energy: without input the state never grows, however the coefficients move.
struct FilterPair: BitwiseCopyable {
  private var first = Pair()
  private var second = Pair()

  /// Filters one frame.
  @inline(__always) @_noLocks mutating func process(
    _ input: Pair, _ steps: Steps, _ coefficients: Coefficients
  ) -> Pair {
    let rest = input - second
    let band = steps.a1 * first + steps.a2 * rest
    let low = second + steps.a2 * first + steps.a3 * rest
    first = 2 * band - first
    second = 2 * low - second
    return coefficients.direct * input + coefficients.band * band + coefficients.low * low
  }

  /// Clears the states.
  @_noLocks mutating func reset() {
    first = Pair()
    second = Pair()
  }

  /// Zeroes states below -300 dB, long before they are subnormal.
  @_noLocks mutating func settle() {
    let energy = first * first + second * second
    if energy.x < 1e-30 && energy.y < 1e-30 { reset() }
  }

  /// The factors of one step, derived from the coefficients.
  struct Steps: BitwiseCopyable {
    let a1: Double
    let a2: Double
    let a3: Double

    /// Solves the step's equations.
    @inline(__always) @_noLocks init(_ coefficients: Coefficients) {
      a1 = 1 / (1 + coefficients.g * (coefficients.g + coefficients.k))
      a2 = coefficients.g * a1
      a3 = coefficients.g * a2
    }
  }
}
