import KernelTestSupport
import FilterKernel
import TenutoExtension
import Testing

@Suite struct StabilityTests {
  private func swept(_ sampleRate: Double, shape: Int, until frameCount: Int) -> Take<FilterKernel>
  {
    var take = Take<FilterKernel>(sampleRate: sampleRate)
    take.set("shape", Float(shape))
    take.set("resonance", 50)
    take.set("gain", 24)
    take.set("cutoff", 20)
    for index in 0..<frameCount / 32 {
      take.ramp("cutoff", to: index % 2 == 0 ? 20000 : 20, at: index * 32, over: 32)
    }
    return take
  }

  @Test(arguments: [8000, 48000, 192000] as [Double])
  func sweepsAsFastAsSoundAreBounded(sampleRate: Double) {
    for shape in [0, 1, 2, 5, 6, 7] {
      var take = swept(sampleRate, shape: shape, until: 48000)
      take.input = { noiseSample($0 + 2 * $1) }
      let sound = take.render(48000).channels[0].map(abs)
      let early = sound[..<24000].max() ?? 0
      let late = sound[24000...].max() ?? 0
      // At rest it amplifies a sine at the cutoff 50 times.
      #expect(early < 500 && late < 500, "shape \(shape): \(early) \(late)")
      #expect(late < 2 * early && late > 0.05, "shape \(shape): \(early) \(late)")
    }
  }

  @Test func withoutInputASweepOnlyLosesEnergy() {
    var take = swept(48000, shape: 0, until: 96000)
    take.input = { $1 < 100 ? noiseSample($0 + 2 * $1) : 0 }
    let sound = take.render(96000).channels[0].map(abs)
    let start = sound[100..<4900].max() ?? 0
    for second in 1..<20 {
      let later = sound[(100 + second * 4700)..<(4900 + second * 4700)].max() ?? 0
      #expect(later <= start * 1.01)
    }
  }

  @Test func aStepOfAnyParameterDoesNotClick() {
    let steps: [(String, Float)] = [
      ("shape", 1), ("shape", 7), ("cutoff", 200), ("cutoff", 18000), ("mix", 0),
      ("resonance", 5),
    ]
    for (identifier, value) in steps {
      var take = Take<FilterKernel>()
      take.set(identifier, value, at: 6000)
      take.input = { _, frame in sine(100, frame) }
      let sound = take.render(12000).channels[0]
      let jump = (3000..<12000).reduce(0) { max($0, abs(sound[$1] - sound[$1 - 1])) }
      #expect(jump < 0.04, "\(identifier) \(value)")
    }
  }

  @Test func cutoffRampsAreStraightInHertz() {
    var take = Take<FilterKernel>()
    take.set("shape", 2)
    take.set("resonance", 10)
    take.set("cutoff", 500)
    take.ramp("cutoff", to: 4500, at: 1000, over: 40000)
    take.input = { _, frame in sine(2500, frame) }
    let sound = take.render(42000).channels[0].map(abs)
    // The band passes 2500 Hz half way, where the sine is loudest; a filter of Q 10 lags slightly.
    let loudest = stride(from: 0, to: 41000, by: 250).max { left, right in
      (sound[left..<left + 500].max() ?? 0) < (sound[right..<right + 500].max() ?? 0)
    }
    #expect(abs((loudest ?? 0) + 250 - 21000) < 700)
  }

  @Test func silenceReturnsExactly() {
    var take = Take<FilterKernel>()
    take.set("resonance", 20)
    take.input = { _, frame in frame < 480 ? noiseSample(frame) : 0 }
    let sound = take.render(96000).channels[0]
    #expect(sound[480..<2000].contains { $0 != 0 })
    #expect(sound[48000...].allSatisfy { $0.bitPattern == 0 })
    #expect(sound.allSatisfy { !$0.isSubnormal })
  }

  @Test func itRecoversFromNonsense() {
    for nonsense in [Float.nan, .infinity, -.infinity, 1e30, -.greatestFiniteMagnitude] {
      var take = Take<FilterKernel>()
      take.input = { _, frame in frame < 64 ? nonsense : sine(500, frame) }
      let sound = take.render(48000).channels[0]
      #expect(sound.allSatisfy { $0.isFinite })
      #expect(sound[40000...].allSatisfy { abs($0) < 1.2 })
    }
    var take = Take<FilterKernel>()
    for identifier in ["shape", "cutoff", "resonance", "gain", "mix"] {
      for value in [Float.nan, .infinity, -.infinity, -1e30] {
        take.set(identifier, value)
        take.ramp(identifier, to: value, at: 0, over: 7)
      }
    }
    take.input = { _, frame in noiseSample(frame) }
    #expect(take.render(5000).channels[0].allSatisfy { $0.isFinite })
  }

  @Test(arguments: [8000, 44100, 768000] as [Double])
  func theSoundIsTheSameHoweverACycleIsCut(sampleRate: Double) {
    var take = Take<FilterKernel>(sampleRate: sampleRate)
    for index in 0..<60 {
      let value = Float(noise(index)) / 65536
      switch index % 5 {
      case 0: take.set("cutoff", 20 + value * value * 19980, at: index * 211)
      case 1: take.ramp("resonance", to: 0.1 + value * 30, at: index * 211, over: 300)
      case 2: take.set("shape", value * 8, at: index * 211)
      case 3: take.ramp("cutoff", to: 20 + value * 10000, at: index * 211, over: 100)
      default: take.set("gain", value * 48 - 24, at: index * 211)
      }
    }
    take.input = { $1 % 4000 < 2000 ? noiseSample($1 * 2 + $0) : 0 }
    let whole = take.render(20000)
    var index = 0
    let cut = take.render(20000) {
      index += 1
      return noise(index) % 3 == 0 ? 1 : noise(index) % 150
    }
    #expect(whole.channels == cut.channels)
  }
}
