import TenutoExtension

/// The magnitudes of a windowed Fourier transform.
public struct Spectrum {
  /// From 0 Hz up to half the sample rate.
  public let magnitudes: [Double]
  /// Hz between adjacent magnitudes.
  public let binWidth: Double

  /// Transforms a power of two of frames.
  public init(_ frames: [Float], sampleRate: Double) {
    let count = frames.count
    binWidth = sampleRate / Double(count)
    let windowed = frames.indices.map { Double(frames[$0]) * Self.window($0, of: count) }
    magnitudes = Fourier(count: count).power(windowed).map { $0.squareRoot() }
  }

  /// The magnitude of the partial at `frequency` in Hz.
  public func level(at frequency: Double) -> Double {
    let bin = Int((frequency / binWidth).rounded())
    return magnitudes[max(0, bin - 2)...min(bin + 2, magnitudes.count - 1)].max() ?? 0
  }

  /// The largest non-harmonic magnitude up to `limit` Hz, relative to that of `fundamental`.
  public func worstAlias(of fundamental: Double, upTo limit: Double) -> Double {
    var worst = 0.0
    for bin in 6..<Int(limit / binWidth) {
      let frequency = Double(bin) * binWidth
      let harmonic = (frequency / fundamental).rounded() * fundamental
      if abs(frequency - harmonic) > 4.5 * binWidth { worst = max(worst, magnitudes[bin]) }
    }
    return worst / level(at: fundamental)
  }

  /// The window of Blackman and Harris, whose side lobes are 92 dB down.
  public static func window(_ frame: Int, of count: Int) -> Double {
    let angle = 2 * .pi * (Double(frame) + 0.5) / Double(count)
    return 0.35875 - 0.48829 * DSP.cos(angle) + 0.14128 * DSP.cos(2 * angle)
      - 0.01168 * DSP.cos(3 * angle)
  }
}
