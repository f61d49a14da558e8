internal import Glibc

/// Levels.
enum Decibels {
  /// The level of an amplitude, 0 dB for 1.
  static func level(_ amplitude: Float) -> Double {
    amplitude > 0 ? 20 * log10(Double(amplitude)) : -.infinity
  }

  /// The level as text.
  static func text(_ amplitude: Float) -> String {
    let level = level(amplitude)
    return level == -.infinity ? "no sound" : "\((level * 10).rounded() / 10) dB"
  }
}
