import TenutoExtension

/// How much a level is turned down, with a knee that is a parabola in dB.
///
/// The corresponding paper is Giannoulis, Massberg and Reiss, "Digital Dynamic Range Compressor
/// Design: A Tutorial and Analysis" (JAES 60, 2012), equation 4.
struct Curve: BitwiseCopyable {
  private var threshold = 0.0
  private var slope = 0.0
  private var knee = 0.0
  /// The linear level below which nothing is turned down.
  private var lowest = 1.0
  /// What the output is multiplied by after compression.
  var makeUp: Float = 1
  /// How much each channel follows the louder one, 0...1.
  var link = 1.0
  /// How much of the output is compressed, 0...1.
  var mix: Float = 1

  /// Turns nothing down.
  @_noLocks init() {}

  /// Makes a curve from dB, 1 - 1 / ratio and the knee's width in dB.
  @_noLocks init(threshold: Double, slope: Double, knee: Double) {
    self.threshold = threshold
    self.slope = slope
    self.knee = knee
    lowest = DSP.gain(decibels: threshold - knee / 2)
  }

  /// Half of what full scale is turned down by, in dB: both sides of the threshold stay in place.
  var automaticMakeUp: Double { @_noLocks get { reduction(above: -threshold) / 2 } }

  /// Returns the dB by which a linear level is turned down, 0 or more.
  @inline(__always) @_noLocks func reduction(of level: Double) -> Double {
    guard level > lowest else { return 0 }
    return reduction(above: Self.decibels(level) - threshold)
  }

  /// Returns the level in dB of a linear one.
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
