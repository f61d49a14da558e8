import NoiseKernel
import TenutoExtension
import Testing

@Suite struct LevelTests {
  @Test(arguments: 0..<5) func theLevelIsExactAndThereIsNoDirectCurrent(colour: Int) {
    for (sampleRate, level) in [(8000.0, -20), (48000, -6), (192_000, -60)] as [(Double, Float)] {
      var take = NoiseTake(colour: colour, level: level)
      take.sampleRate = sampleRate
      let output = take.render(Int(40 * sampleRate))
      let frames = Array(output.left.dropFirst(Int(sampleRate)))
      #expect(abs(Statistics.level(frames) - Double(level)) < 0.2)
      let direct = abs(Statistics.mean(frames)) / Double(DSP.gain(decibels: Double(level)))
      #expect(direct < 0.01, "\(sampleRate) Hz")
      #expect(abs(Statistics.level(output.right) - Double(level)) < 0.25)
    }
  }

  @Test func whiteNoiseIsUniform() {
    let frames = NoiseTake(level: -20).render(1_000_000).left
    let peak = 0.1 * Float(3).squareRoot()
    #expect(frames.allSatisfy { abs($0) <= peak * 1.000_01 })
    var counts = Array(repeating: 0.0, count: 20)
    for frame in frames { counts[min(19, Int((frame / peak + 1) * 10))] += 1 }
    // Chi squared with 19 degrees of freedom exceeds 43.8 for one in a thousand seeds.
    #expect(counts.reduce(0) { $0 + ($1 - 50000) * ($1 - 50000) / 50000 } < 43.8)
  }

  @Test(arguments: [-1, -0.5, 0, 0.3, 0.8, 1] as [Float])
  func theChannelsHaveTheSetCorrelation(correlation: Float) {
    for colour in [0, 1, 4] {
      var take = NoiseTake(colour: colour)
      take.set(0, 2, correlation)
      let output = take.render(1_000_000)
      let measured = Statistics.correlation(output.left, output.right)
      #expect(abs(measured - Double(correlation)) < 0.02)
      if correlation == 1 { #expect(output.left == output.right) }
    }
  }

  @Test func theSeedDecides() {
    func left(_ seed: Float) -> [Float] {
      var take = NoiseTake(colour: 1)
      take.set(0, 3, seed)
      return take.render(20000).left
    }
    #expect(left(7) == left(7))
    let (first, second) = (left(7), left(8))
    #expect(abs(Statistics.correlation(first, second)) < 0.05)
  }

  @Test func monoIsOneChannel() {
    var take = NoiseTake()
    take.layout = BusLayout(inputs: [], outputs: [1])
    #expect(NoiseKernel.component.accepts(take.layout))
    #expect(!NoiseKernel.component.accepts(BusLayout(inputs: [], outputs: [3])))
    #expect(abs(Statistics.level(take.render(200_000).left) + 20) < 0.1)
  }

  @Test func presetsAreInRangeAndDoNotClip() {
    let component = NoiseKernel.component
    for preset in component.presets {
      var take = NoiseTake()
      for value in component.values(of: preset) {
        #expect(component.parameter(at: value.address)?.range.contains(value.value) == true)
        take.set(0, value.address, value.value)
      }
      #expect(take.render(480_000).left.allSatisfy { abs($0) < 1 })
    }
  }
}
