internal import Glibc

/// The discrete Fourier transform of real samples, whose number is a power of two.
///
/// Even and odd samples form complex numbers, so that the transform has half the length (radix 2,
/// decimation in time).
struct RealFFT {
  /// Number of samples, 4 or more.
  let size: Int
  private let half: Int
  /// The real parts of `e^(-2πik/size)` for k in 0...size/2.
  private let cosines: [Float]
  /// The imaginary parts.
  private let sines: [Float]
  private let reversed: [Int]
  private var real: [Float]
  private var imaginary: [Float]

  init(size: Int) {
    precondition(size >= 4 && size & (size - 1) == 0, "the size is not a power of two")
    self.size = size
    let half = size / 2
    self.half = half
    let angles = (0...half).map { -2 * Double.pi * Double($0) / Double(size) }
    cosines = angles.map { Float(cos($0)) }
    sines = angles.map { Float(sin($0)) }
    let bits = half.trailingZeroBitCount
    reversed = (0..<half).map { index in
      (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
    }
    real = [Float](repeating: 0, count: half)
    imaginary = real
  }

  /// Computes the squared magnitudes of the frequencies 0, 1/size … 1/2 of the sample rate.
  ///
  /// - Parameters:
  ///   - samples: `size` of them.
  ///   - powers: Room for `size / 2 + 1`.
  mutating func transform(_ samples: borrowing [Float], into powers: inout [Float]) {
    for index in 0..<half {
      real[reversed[index]] = samples[2 * index]
      imaginary[reversed[index]] = samples[2 * index + 1]
    }
    var length = 2
    while length <= half {
      Self.combine(&real, &imaginary, length, turns: size / length, cosines, sines)
      length *= 2
    }
    for index in 0...half { powers[index] = power(index) }
  }

  /// Combines pairs of half transforms into transforms of `length`.
  private static func combine(
    _ reals: inout [Float], _ imaginaries: inout [Float], _ length: Int, turns step: Int,
    _ cosines: [Float], _ sines: [Float]
  ) {
    let middle = length / 2
    var real = reals.mutableSpan
    var imaginary = imaginaries.mutableSpan
    for start in stride(from: 0, to: real.count, by: length) {
      for offset in 0..<middle {
        let (upper, lower) = (start + offset, start + offset + middle)
        let (cosine, sine) = (cosines[offset * step], sines[offset * step])
        let partReal = real[lower] * cosine - imaginary[lower] * sine
        let partImaginary = real[lower] * sine + imaginary[lower] * cosine
        real[lower] = real[upper] - partReal
        imaginary[lower] = imaginary[upper] - partImaginary
        real[upper] += partReal
        imaginary[upper] += partImaginary
      }
    }
  }

  /// Returns a power of the real samples from the transform of their complex pairs.
  private func power(_ index: Int) -> Float {
    let (one, other) = (index % half, (half - index) % half)
    let evenReal = (real[one] + real[other]) / 2
    let evenImaginary = (imaginary[one] - imaginary[other]) / 2
    let oddReal = (imaginary[one] + imaginary[other]) / 2
    let oddImaginary = (real[other] - real[one]) / 2
    let (cosine, sine) = (cosines[index], sines[index])
    let sumReal = evenReal + oddReal * cosine - oddImaginary * sine
    let sumImaginary = evenImaginary + oddReal * sine + oddImaginary * cosine
    return sumReal * sumReal + sumImaginary * sumImaginary
  }
}
