import TenutoExtension

/// Adds up the harmonics of a sawtooth, to be written out at any point.
///
/// Only the first half of the cycle is summed; the second is its mirror image. Eight frames at a
/// time are turned by a rotation, so that 720 harmonics take a fraction of a millisecond.
struct WaveBuilder {
  private let length: Int
  /// One cycle of a sine.
  private let sine: [Float]
  /// The first half of the cycle, eight frames in each element.
  private var half: [SIMD8<Float>]

  /// Starts with silence.
  init(length: Int) {
    self.length = length
    sine = (0..<length).map { Float(DSP.sin(2 * .pi * Double($0) / Double(length))) }
    half = Array(repeating: SIMD8(repeating: 0), count: length / 16)
  }

  /// Adds one harmonic, 1 being the fundamental.
  mutating func add(harmonic: Int) {
    let amplitude = amplitude(of: harmonic)
    var real = SIMD8<Float>()
    var imaginary = SIMD8<Float>()
    for lane in 0..<8 {
      real[lane] = cosine(harmonic * lane) * amplitude
      imaginary[lane] = sine[harmonic * lane % length] * amplitude
    }
    let turnReal = SIMD8<Float>(repeating: cosine(harmonic * 8))
    let turnImaginary = SIMD8<Float>(repeating: sine[harmonic * 8 % length])
    for block in half.indices {
      half[block] += imaginary
      let next = real * turnReal - imaginary * turnImaginary
      imaginary = real * turnImaginary + imaginary * turnReal
      real = next
    }
  }

  /// Writes the cycle and its first sample again, from `start` on.
  func write(to buffer: inout SampleBuffer, at start: Int) {
    buffer[start] = 0
    buffer[start + length / 2] = 0
    buffer[start + length] = 0
    for frame in 1..<length / 2 {
      let sample = half[frame / 8][frame % 8]
      buffer[start + frame] = sample
      buffer[start + length - frame] = -sample
    }
  }

  private func cosine(_ frame: Int) -> Float { sine[(frame + length / 4) % length] }

  /// A harmonic of a sawtooth, raised to compensate for linear interpolation between samples.
  private func amplitude(of harmonic: Int) -> Float {
    let angle = Double.pi * Double(harmonic) / Double(length)
    let loss = DSP.sin(angle) / angle
    return Float(2 / (.pi * Double(harmonic) * loss * loss))
  }
}
