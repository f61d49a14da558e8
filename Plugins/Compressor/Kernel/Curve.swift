import TenutoExtension

/// The curve of reduction over level, with a knee that is a parabola in dB.
///
/// The corresponding paper is Giannoulis, Massberg and Reiss, "Digital Dynamic Range Compressor
/// Design: A Tutorial and Analysis" (JAES 60, 2012), equation 4.
struct Curve: BitwiseCopyable {
  private var threshold = 0.0
  private var slope = 0.0
  private var knee = 0.0
  /// The linear level below which the reduction is 0.
  private var lowest = 1.0
  /// The gain after compression.
  var makeUp: Float = 1
  /// The degree to which each channel follows the louder one, 0...1.
  var link = 1.0
  /// The share of compressed sound in the output, 0...1.
  var mix: Float = 1

  /// Creates a curve without reduction.
  @_noLocks init() {}

  /// Creates a curve from the threshold in dB, 1 - 1 / ratio and the knee's width in dB.
  @_noLocks init(threshold: Double, slope: Double, knee: Double) {
    self.threshold = threshold
    self.slope = slope
    self.knee = knee
    lowest = DSP.gain(decibels: threshold - knee / 2)
  }

  /// Half of the reduction at full scale, in dB: loud sound loses as much as quiet sound gains.
  var automaticMakeUp: Double { @_noLocks get { reduction(above: -threshold) / 2 } }

  /// Returns the reduction of a linear level in dB, 0 or more.
  @inline(__always) @_noLocks func reduction(of level: Double) -> Double {
    guard level > lowest else { return 0 }
    return reduction(above: Self.decibels(level) - threshold)
  }

  /// Returns a linear level in dB.
  @inline(__always) @_noLocks static func decibels(_ level: Double) -> Double {
    6.020_599_913_279_624 * FastMath.log2(level)
  }

  @inline(__always) @_noLocks private func reduction(above excess: Double) -> Double {
    if 2 * excess <= -knee { return 0 }
    if 2 * excess >= knee { return slope * excess }
    let inside = excess + knee / 2
    return slope * inside * inside / (2 * knee)
  }
}
