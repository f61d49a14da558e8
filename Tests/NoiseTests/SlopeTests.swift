import KernelTestSupport
import TenutoExtension
import Testing

@Suite struct SlopeTests {
  /// The mean power of each third of an octave from 50 Hz on, in dB, by Welch's method.
  private func bands(_ frames: [Float], sampleRate: Double) -> [Double] {
    let count = 16384
    let fourier = Fourier(count: count)
    let window = (0..<count).map { 0.5 - 0.5 * DSP.cos(2 * .pi * (Double($0) + 0.5) / 16384) }
    var power = Array(repeating: 0.0, count: count / 2)
    for start in stride(from: 0, through: frames.count - count, by: count / 2) {
      let segment = fourier.power((0..<count).map { Double(frames[start + $0]) * window[$0] })
      for bin in power.indices { power[bin] += segment[bin] }
    }
    let width = sampleRate / Double(count)
    let last = min(10000, 0.42 * sampleRate)
    return stride(from: 0, to: 3 * DSP.log2(last / 50) - 0.9, by: 1).map { third in
      let low = Int(50 * DSP.exp2(third / 3) / width + 0.5)
      let high = max(low + 1, Int(50 * DSP.exp2((third + 1) / 3) / width + 0.5))
      return 3.010_3 * DSP.log2(power[low..<high].reduce(0, +) / Double(high - low))
    }
  }

  /// dB per octave of the straight line that fits best.
  private func slope(_ bands: [Double]) -> Double {
    let middle = Double(bands.count - 1) / 2
    let mean = bands.reduce(0, +) / Double(bands.count)
    var above = 0.0
    var below = 0.0
    for (index, band) in bands.enumerated() {
      above += (Double(index) - middle) * (band - mean)
      below += (Double(index) - middle) * (Double(index) - middle)
    }
    return 3 * above / below
  }

  @Test(arguments: [(0, 0), (1, -3.01), (2, -6.02), (3, 3.01), (4, 6.02)])
  func coloursHaveTheirSlopes(colour: Int, expected: Double) {
    for sampleRate in [8000.0, 44100, 48000, 192_000] {
      var take = NoiseTake(colour: colour)
      take.sampleRate = sampleRate
      let frames = take.render(Int(20 * max(sampleRate, 44100))).left
      let bands = bands(Array(frames.dropFirst(16384)), sampleRate: sampleRate)
      #expect(abs(slope(bands) - expected) < 0.3, "\(sampleRate) Hz: \(slope(bands))")
    }
  }

  /// No band deviates more than 1 dB from the line, so the slope is constant.
  @Test(arguments: [(0, 0), (1, -3.01), (2, -6.02), (3, 3.01), (4, 6.02)])
  func theSlopeIsTheSameEverywhere(colour: Int, expected: Double) {
    let frames = NoiseTake(colour: colour).render(48000 * 40).left
    let bands = bands(Array(frames.dropFirst(16384)), sampleRate: 48000)
    let rest = bands.enumerated().map { $1 - expected * Double($0) / 3 }
    let mean = rest.reduce(0, +) / Double(rest.count)
    for (index, band) in rest.enumerated() {
      #expect(abs(band - mean) < 1, "band \(index): \(band - mean)")
    }
  }
}
