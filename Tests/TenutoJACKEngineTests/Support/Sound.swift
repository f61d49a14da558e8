import Glibc

/// Measurements of sound.
enum Sound {
  /// The frequency of a nearly pure tone in Hz, from its rising zero crossings.
  static func pitch(_ samples: ArraySlice<Float>, sampleRate: Double) -> Double {
    var crossings: [Double] = []
    for index in samples.indices.dropFirst() where samples[index - 1] < 0 && samples[index] >= 0 {
      let before = Double(samples[index - 1])
      crossings.append(Double(index) - Double(samples[index]) / (Double(samples[index]) - before))
    }
    guard let first = crossings.first, let last = crossings.last, crossings.count > 1 else {
      return 0
    }
    return Double(crossings.count - 1) * sampleRate / (last - first)
  }

  /// The amplitude at a frequency, through a Hann window.
  static func amplitude(_ samples: ArraySlice<Float>, at hertz: Double, sampleRate: Double)
    -> Double
  {
    var real = 0.0
    var imaginary = 0.0
    let count = Double(samples.count)
    for (index, sample) in samples.enumerated() {
      let window = 1 - cos(2 * .pi * Double(index) / count)
      let angle = 2 * .pi * hertz * Double(index) / sampleRate
      real += Double(sample) * window * cos(angle)
      imaginary += Double(sample) * window * sin(angle)
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / count
  }

  /// The largest deviation of a signal from a continuous sine of `hertz`.
  ///
  /// A sine satisfies x[n + 1] = 2 cos(ω) x[n] − x[n − 1]; a jump of phase or level does not.
  static func roughness(_ samples: ArraySlice<Float>, hertz: Double, sampleRate: Double) -> Double {
    let factor = 2 * cos(2 * .pi * hertz / sampleRate)
    var worst = 0.0
    for index in samples.indices.dropFirst().dropLast() {
      let expected = factor * Double(samples[index]) - Double(samples[index - 1])
      worst = max(worst, abs(Double(samples[index + 1]) - expected))
    }
    return worst
  }

  static func frequency(ofKey key: UInt8) -> Double { 440 * pow(2, (Double(key) - 69) / 12) }
}
