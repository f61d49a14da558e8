import TenutoExtension

/// The magnitudes of a windowed Fourier transform.
struct Spectrum {
  let magnitudes: [Double]
  /// Hz from one magnitude to the next.
  let binWidth: Double

  /// Transforms a power of two of frames.
  init(_ frames: [Float], sampleRate: Double) {
    let count = frames.count
    binWidth = sampleRate / Double(count)
    var real = frames.indices.map { Double(frames[$0]) * Self.window($0, of: count) }
    var imaginary = Array(repeating: 0.0, count: count)
    Self.transform(&real, &imaginary)
    magnitudes = (0..<count / 2).map {
      (real[$0] * real[$0] + imaginary[$0] * imaginary[$0]).squareRoot()
    }
  }

  /// The magnitude of the partial at `frequency` in Hz.
  func level(at frequency: Double) -> Double {
    let bin = Int((frequency / binWidth).rounded())
    return magnitudes[max(0, bin - 2)...min(bin + 2, magnitudes.count - 1)].max() ?? 0
  }

  /// The largest magnitude up to `limit` Hz that is no harmonic of `fundamental`, over the latter's.
  func worstAlias(of fundamental: Double, upTo limit: Double) -> Double {
    var worst = 0.0
    for bin in 6..<Int(limit / binWidth) {
      let frequency = Double(bin) * binWidth
      let harmonic = (frequency / fundamental).rounded() * fundamental
      if abs(frequency - harmonic) > 4.5 * binWidth { worst = max(worst, magnitudes[bin]) }
    }
    return worst / level(at: fundamental)
  }

  /// The window of Blackman and Harris, whose side lobes are 92 dB down.
  static func window(_ frame: Int, of count: Int) -> Double {
    let angle = 2 * .pi * (Double(frame) + 0.5) / Double(count)
    return 0.35875 - 0.48829 * DSP.cos(angle) + 0.14128 * DSP.cos(2 * angle)
      - 0.01168 * DSP.cos(3 * angle)
  }

  /// Transforms in place, by decimation in frequency and a final reordering.
  private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    let count = real.count
    let cosines = (0..<count / 2).map { DSP.cos(2 * .pi * Double($0) / Double(count)) }
    let sines = (0..<count / 2).map { -DSP.sin(2 * .pi * Double($0) / Double(count)) }
    var half = count / 2
    while half > 0 {
      for start in stride(from: 0, to: count, by: 2 * half) {
        for low in start..<start + half {
          let turn = (low - start) * (count / 2 / half)
          let differenceReal = real[low] - real[low + half]
          let differenceImaginary = imaginary[low] - imaginary[low + half]
          real[low] += real[low + half]
          imaginary[low] += imaginary[low + half]
          real[low + half] =
            differenceReal * cosines[turn] - differenceImaginary * sines[turn]
          imaginary[low + half] =
            differenceReal * sines[turn] + differenceImaginary * cosines[turn]
        }
      }
      half /= 2
    }
    reorder(&real, &imaginary)
  }

  private static func reorder(_ real: inout [Double], _ imaginary: inout [Double]) {
    let shift = Int.bitWidth - real.count.trailingZeroBitCount
    for index in real.indices {
      let other = Int(bitPattern: UInt(bitPattern: index).bitReversed >> UInt(shift))
      if other > index {
        real.swapAt(index, other)
        imaginary.swapAt(index, other)
      }
    }
  }
}

extension UInt {
  /// The bits in reverse order.
  fileprivate var bitReversed: UInt {
    var bits = self
    var result: UInt = 0
    for _ in 0..<UInt.bitWidth {
      result = result << 1 | bits & 1
      bits >>= 1
    }
    return result
  }
}
