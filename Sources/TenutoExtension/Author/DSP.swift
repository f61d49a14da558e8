internal import CTenuto

/// Mathematics that may be called on the render thread.
///
/// A `@_noLocks` function may not call the standard library's `sin` and similar functions, but it
/// may call these.
public enum DSP {
  /// The sine of `x` radians.
  @_noLocks public static func sin(_ x: Double) -> Double { tenuto_sin(x) }

  /// The cosine of `x` radians.
  @_noLocks public static func cos(_ x: Double) -> Double { tenuto_cos(x) }

  /// The tangent of `x` radians.
  @_noLocks public static func tan(_ x: Double) -> Double { tenuto_tan(x) }

  /// The hyperbolic tangent of `x`.
  @_noLocks public static func tanh(_ x: Double) -> Double { tenuto_tanh(x) }

  /// e to the power of `x`.
  @_noLocks public static func exp(_ x: Double) -> Double { tenuto_exp(x) }

  /// 2 to the power of `x`.
  @_noLocks public static func exp2(_ x: Double) -> Double { tenuto_exp2(x) }

  /// The binary logarithm of `x`.
  @_noLocks public static func log2(_ x: Double) -> Double { tenuto_log2(x) }

  /// The square root of `x`.
  @_noLocks public static func squareRoot(_ x: Double) -> Double { tenuto_sqrt(x) }

  /// The frequency in Hz of a note: 69 is A4 with 440 Hz, and 1 is a semitone.
  @_noLocks public static func frequency(ofNote note: Double) -> Double {
    440 * tenuto_exp2((note - 69) / 12)
  }

  /// The linear gain of a level in dB.
  @_noLocks public static func gain(decibels: Double) -> Double {
    tenuto_exp2(decibels * 0.166_096_404_744_368_1)  // log2(10) / 20
  }
}
