import TenutoExtension

/// The discrete Fourier transform of a power of two of frames.
public struct Fourier {
  private let count: Int
  private let cosines: [Double]
  private let sines: [Double]

  /// A transform of `count` frames.
  public init(count: Int) {
    self.count = count
    cosines = (0..<count / 2).map { DSP.cos(2 * .pi * Double($0) / Double(count)) }
    sines = (0..<count / 2).map { -DSP.sin(2 * .pi * Double($0) / Double(count)) }
  }

  /// The squared magnitudes of the first half of the frequencies of some frames.
  public func power(_ frames: [Double]) -> [Double] {
    var real = frames
    var imaginary = Array(repeating: 0.0, count: count)
    transform(&real, &imaginary)
    let shift = Int.bitWidth - count.trailingZeroBitCount
    return (0..<count / 2).map { bin in
      var bits = UInt(bitPattern: bin)
      var place: UInt = 0
      for _ in 0..<Int.bitWidth {
        place = place << 1 | bits & 1
        bits >>= 1
      }
      let index = Int(place >> UInt(shift))
      return real[index] * real[index] + imaginary[index] * imaginary[index]
    }
  }

  /// Decimation in frequency, which returns the frequencies in bit-reversed order.
  private func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    var half = count / 2
    while half > 0 {
      for start in stride(from: 0, to: count, by: 2 * half) {
        for low in start..<start + half {
          let turn = (low - start) * (count / 2 / half)
          let x = real[low] - real[low + half]
          let y = imaginary[low] - imaginary[low + half]
          real[low] += real[low + half]
          imaginary[low] += imaginary[low + half]
          real[low + half] = x * cosines[turn] - y * sines[turn]
          imaginary[low + half] = x * sines[turn] + y * cosines[turn]
        }
      }
      half /= 2
    }
  }
}
