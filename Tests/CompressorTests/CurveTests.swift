import KernelTestSupport
import CompressorKernel
import TenutoExtension
import Testing

@Suite struct CurveTests {
  /// The textbook curve: the output level for an input level, in dB.
  private func theory(_ level: Double, threshold: Double, ratio: Double, knee: Double) -> Double {
    if 2 * (level - threshold) < -knee { return level }
    if 2 * (level - threshold) >= knee { return threshold + (level - threshold) / ratio }
    let inside = level - threshold + knee / 2
    return level + (1 / ratio - 1) * inside * inside / (2 * knee)
  }

  private func settled(_ take: Take<CompressorKernel>, _ frames: Int = 40000) -> Double {
    decibels(
      take.render(frames).channels[0][(frames - 4000)...].reduce(0) {
        max($0, Double(abs($1)))
      })
  }

  @Test(
    arguments: [(-18, 4, 6), (-30, 2, 24), (-6, 100, 0), (-40, 1.5, 12), (-10, 1, 6)]
      as [(Double, Double, Double)])
  func theCurveIsThatOfTheory(threshold: Double, ratio: Double, knee: Double) {
    for level in stride(from: -60.0, through: 12, by: 3) {
      var take = Take<CompressorKernel>(sampleRate: 16000)
      take.set("threshold", Float(threshold))
      take.set("ratio", Float(ratio))
      take.set("knee", Float(knee))
      // A square wave has its level in every frame.
      let size = Float(DSP.gain(decibels: level))
      take.input = { _, frame in frame / 16 % 2 == 0 ? size : -size }
      let wanted = theory(level, threshold: threshold, ratio: ratio, knee: knee)
      #expect(abs(settled(take) - wanted) < 0.01, "\(level) dB")
    }
  }

  @Test func theMeanSquareOfASineIsThreeDecibelsBelowItsPeak() {
    var take = Take<CompressorKernel>()
    take.set("detector", 1)
    take.set("knee", 0)
    take.input = { _, frame in sine(1000, frame) * 0.5 }
    let level = -6.0206 - 3.0103
    let wanted = theory(level, threshold: -18, ratio: 4, knee: 0) + 3.0103
    #expect(abs(settled(take) - wanted) < 0.1)
  }

  @Test func thePeakOfASineIsFollowed() {
    var take = Take<CompressorKernel>()
    take.set("knee", 0)
    take.set("attack", 0.05)
    take.set("release", 2000)
    take.input = { _, frame in sine(997, frame) * 0.5 }
    let wanted = theory(-6.0206, threshold: -18, ratio: 4, knee: 0)
    #expect(abs(settled(take) - wanted) < 0.1)
  }

  @Test func makeUpRaisesAll() {
    var take = Take<CompressorKernel>()
    take.set("make-up", 12)
    take.input = { _, _ in 0.01 }
    #expect(abs(settled(take) - (-40 + 12)) < 0.01)
    take.set("make-up", 0)
    take.set("auto-make-up", 1)
    // Full scale would be reduced by 18 * 3 / 4 dB; the make-up gain restores half of that.
    #expect(abs(settled(take) - (-40 + 6.75)) < 0.01)
  }

  @Test func dryAndWetAreAdded() {
    var take = Take<CompressorKernel>()
    take.set("mix", 25)
    take.set("knee", 0)
    take.input = { _, _ in 1 }
    let wet = DSP.gain(decibels: theory(0, threshold: -18, ratio: 4, knee: 0))
    #expect(abs(settled(take) - decibels(0.75 + 0.25 * wet)) < 0.01)
  }

  @Test func theMeterShowsTheReduction() {
    var take = Take<CompressorKernel>()
    take.set("knee", 0)
    take.input = { _, frame in frame < 48000 ? 1 : 0 }
    let parameters = take.render(96000).parameters
    #expect(parameters.count <= 60 && parameters.allSatisfy { $0.parameter.address == 13 })
    #expect(parameters.contains { abs($0.parameter.value - 13.5) < 0.01 })
    #expect(parameters.last.map { $0.parameter.value < 0.1 } == true)
  }

  @Test func theLinkJoinsTheSides() {
    for (link, other) in [(100, 13.5), (50, 6.75), (0, 0)] as [(Float, Double)] {
      var take = Take<CompressorKernel>()
      take.set("knee", 0)
      take.set("link", link)
      take.input = { channel, _ in channel == 0 ? 1 : 0.01 }
      let sound = take.render(40000).channels
      #expect(abs(decibels(Double(sound[0][39999])) + 13.5) < 0.01)
      #expect(abs(decibels(Double(sound[1][39999]) / 0.01) + other) < 0.01)
    }
  }
}
