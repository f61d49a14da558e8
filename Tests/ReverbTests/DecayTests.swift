import KernelTestSupport
import ReverbKernel
import TenutoExtension
import Testing

@Suite struct DecayTests {
  private func response(_ take: ReverbTake, seconds: Double) -> Response {
    Response(frames: take.render(Int(seconds * take.sampleRate)).left, sampleRate: take.sampleRate)
  }

  @Test(arguments: [0.3, 0.8, 2, 5] as [Float])
  func theDecayTimeIsTheParameter(decay: Float) {
    for (size, high) in [(20, 50), (60, 20), (100, 80)] as [(Float, Float)] {
      for modulation in [0, 60] as [Float] {
        var take = ReverbTake.wet(decay: decay, modulation: modulation)
        take.set(0, "size", size)
        take.set(0, "high-damping", high)
        let measured = response(take, seconds: Double(decay) * 1.5 + 0.3).band(1000).decayTime
        #expect(abs(measured / Double(decay) - 1) < 0.1, "size \(size): \(measured)")
      }
    }
  }

  @Test(arguments: [8000, 22050, 44100, 96000, 192_000] as [Double])
  func theDecayTimeDoesNotDependOnTheSampleRate(sampleRate: Double) {
    var take = ReverbTake.wet(decay: 1.5)
    take.sampleRate = sampleRate
    let measured = response(take, seconds: 2.5).band(1000).decayTime
    #expect(abs(measured / 1.5 - 1) < 0.1, "\(measured)")
  }

  @Test func dampingShortensItsBand() {
    func times(_ identifier: String, _ value: Float) -> (low: Double, high: Double) {
      var take = ReverbTake.wet(decay: 2, modulation: 0)
      take.set(0, "high-damping", 0)
      take.set(0, "low-damping", 0)
      take.set(0, identifier, value)
      let response = response(take, seconds: 3.5)
      return (response.band(63).decayTime, response.band(12000).decayTime)
    }
    let plain = times("high-damping", 0)
    #expect(abs(plain.low / 2 - 1) < 0.15 && abs(plain.high / 2 - 1) < 0.1)
    let dark = times("high-damping", 60)
    #expect(dark.high < 0.75 * plain.high && dark.low > 0.9 * plain.low)
    let thin = times("low-damping", 60)
    #expect(thin.low < 0.75 * plain.low && abs(thin.high / plain.high - 1) < 0.1)
  }

  @Test func theEchoesGetDenser() {
    let response = response(.wet(decay: 3), seconds: 2)
    let early = response.echoDensity(at: 0.03)
    #expect(early < 0.8)
    #expect(response.echoDensity(at: 0.1) > early)
    for time in stride(from: 0.3, to: 1.5, by: 0.1) {
      #expect(abs(response.echoDensity(at: time) - 1) < 0.12)
    }
  }

  @Test func theSidesAreNotAlike() {
    for mono in [true, false] {
      var take = ReverbTake.wet(decay: 3)
      if !mono { take.right = { _ in 0 } }
      let output = take.render(96000)
      func product(_ first: [Float], _ second: [Float]) -> Double {
        (4800..<96000).reduce(0) { $0 + Double(first[$1]) * Double(second[$1]) }
      }
      let power = product(output.left, output.left) * product(output.right, output.right)
      #expect(abs(product(output.left, output.right)) / power.squareRoot() < 0.1)
      #expect(abs(product(output.left, output.left) / power.squareRoot() - 1) < 0.25)
    }
  }

  /// Late in the tail, the strongest of 8000 frequencies is close to the mean: about 10 dB above it
  /// for Gaussian noise.
  @Test(arguments: [0, 30] as [Float]) func noModeRings(modulation: Float) {
    var take = ReverbTake.wet(decay: 3, modulation: modulation)
    take.set(0, "high-damping", 0)
    take.set(0, "low-damping", 0)
    let frames = take.render(48000 * 4).left[96000..<96000 + 65536]
    let fourier = Fourier(count: 65536)
    let power = fourier.power(
      frames.enumerated().map { index, frame in
        Double(frame) * (1 - DSP.cos(2 * .pi * Double(index) / 65536))
      })
    var worst = 0.0
    for start in stride(from: 256, to: 16384, by: 512) {
      let band = power[start..<start + 512]
      worst = max(worst, (band.max() ?? 0) / band.reduce(0, +) * 512)
    }
    #expect(3.0103 * DSP.log2(worst) < 14, "\(3.0103 * DSP.log2(worst)) dB")
  }

  @Test func thePreDelayIsExact() {
    func start(_ milliseconds: Float) -> Int? {
      var take = ReverbTake.wet(modulation: 0)
      take.set(0, "pre-delay", milliseconds)
      return take.render(24000).left.firstIndex { $0 != 0 }
    }
    let none = start(0) ?? 0
    #expect(start(100) == none + 4800)
    #expect(start(250) == none + 12000)
  }
}
