import KernelTestSupport
import CompressorKernel
import TenutoExtension
import Testing

@Suite struct TimeTests {
  /// A level of 1 from frame 4000 to frame 30000, otherwise 0.01.
  private func burst(_ attack: Float, _ release: Float) -> Take<CompressorKernel> {
    var take = Take<CompressorKernel>()
    take.set("knee", 0)
    take.set("attack", attack)
    take.set("release", release)
    take.input = { _, frame in frame >= 4000 && frame < 30000 ? 1 : 0.01 }
    return take
  }

  /// The reduction in dB at each input frame.
  private func reductions(_ take: Take<CompressorKernel>) -> [Double] {
    let latency = KernelRunner<CompressorKernel>(sampleRate: 48000, maximumFrameCount: 1).latency
    let sound = take.render(60000).channels[0]
    return (0..<55000).map { -decibels(Double(sound[$0 + latency] / take.input(0, $0))) }
  }

  @Test(arguments: [0.05, 1, 10, 100] as [Float])
  func theAttackIsTheTimeToItsPart(milliseconds: Float) {
    let reductions = reductions(burst(milliseconds, 50))
    let frame = Double(milliseconds) * 48
    // After n frames, 1 - e^(-n / time) of 13.5 dB; the first frame makes the first step.
    for part in [0.5, 1, 2] {
      let index = Int(part * frame)
      let wanted = 13.5 * (1 - DSP.exp(-Double(index + 1) / frame))
      #expect(abs(reductions[4000 + index] - wanted) < 0.02)
    }
    #expect(abs(reductions[3999]) < 0.001)
  }

  @Test(arguments: [5, 50, 300] as [Float])
  func theReleaseIsTheTimeToItsPart(milliseconds: Float) {
    let reductions = reductions(burst(1, milliseconds))
    let frame = Double(milliseconds) * 48
    for part in [0.5, 1] {
      let index = Int(part * frame)
      let wanted = 13.5 * DSP.exp(-Double(index + 1) / frame)
      #expect(abs(reductions[30000 + index] - wanted) < 0.02)
    }
  }

  @Test(arguments: [0, 1, 3] as [Float]) func lookAheadBeginsBefore(milliseconds: Float) {
    var take = burst(0.05, 50)
    take.set("look-ahead", milliseconds)
    let reductions = reductions(take)
    let first = reductions.firstIndex { $0 > 0.01 }
    #expect(first == 4000 - Int(milliseconds * 48))
  }

  @Test(arguments: [8000, 44100, 48000, 768000] as [Double])
  func theLatencyIsThatOfAnImpulse(sampleRate: Double) {
    var take = Take<CompressorKernel>(sampleRate: sampleRate)
    take.input = { _, frame in frame == 10 ? 0.01 : 0 }
    let sound = take.render(4000).channels[0]
    let latency = KernelRunner<CompressorKernel>(
      sampleRate: sampleRate, maximumFrameCount: 1
    ).latency
    #expect(latency == Int((0.003 * sampleRate).rounded()))
    #expect(sound.firstIndex { $0 != 0 } == 10 + latency)
    #expect(sound[10 + latency] == 0.01)
  }

  @Test func belowTheThresholdNoBitChanges() {
    var take = Take<CompressorKernel>()
    take.input = { noiseSample($0 + $1 * 2) * 0.05 }
    let sound = take.render(5000)
    for frame in 144..<5000 {
      #expect(sound.channels[1][frame] == take.input(1, frame - 144))
    }
  }
}
