import KernelTestSupport
import GainKernel
import TenutoExtension
import Testing

@Suite struct GainTests {
  @Test(arguments: [1, 2, 3, 7, 64]) func theDefaultChangesNoBit(channelCount: Int) {
    let layout = BusLayout(inputs: [channelCount], outputs: [channelCount])
    #expect(GainKernel.component.accepts(layout))
    var take = Take<GainKernel>(layout: layout)
    take.input = { Float(bitPattern: UInt32(truncatingIfNeeded: noise($0 * 7919 + $1) &* 65537)) }
    let sound = take.render(2000)
    for channel in 0..<channelCount {
      let input = (0..<2000).map { take.input(channel, $0).bitPattern }
      #expect(sound.channels[channel].map(\.bitPattern) == input)
    }
  }

  @Test func otherPairsOfChannelsAreRefused() {
    #expect(!GainKernel.component.accepts(BusLayout(inputs: [1], outputs: [2])))
    #expect(!GainKernel.component.accepts(BusLayout(inputs: [65], outputs: [65])))
  }

  @Test(arguments: [-89, -60, -6.0206, -0.5, 3, 24] as [Float])
  func theLevelIsTheOneInDecibels(level: Float) {
    var take = Take<GainKernel>()
    take.set("gain", level)
    take.input = { _, _ in 0.5 }
    let sample = Double(take.render(100).channels[0][50])
    #expect(abs(decibels(sample / 0.5) - Double(level)) < 0.001)
  }

  @Test func theLowestLevelIsOff() {
    var take = Take<GainKernel>()
    take.set("gain", -90)
    take.input = { _, frame in noiseSample(frame) }
    #expect(take.render(1000).channels.allSatisfy { $0.allSatisfy { $0 == 0 } })
  }

  @Test func balanceTakesFromTheOtherSideOnly() {
    for (balance, left, right) in [(-1, 1, 0), (-0.25, 1, 0.75), (0.5, 0.5, 1), (1, 0, 1)]
      as [(Float, Float, Float)]
    {
      var take = Take<GainKernel>()
      take.set("balance", balance)
      take.input = { _, _ in 0.5 }
      let sound = take.render(10)
      #expect(sound.channels[0][5] == 0.5 * left)
      #expect(sound.channels[1][5] == 0.5 * right)
    }
  }

  @Test func eachSideIsInvertedSeparately() {
    var take = Take<GainKernel>()
    take.set("invert-right", 1)
    take.input = { _, frame in noiseSample(frame) }
    let sound = take.render(500)
    #expect(zip(sound.channels[0], sound.channels[1]).allSatisfy { $0 == -$1 })
  }

  @Test func monoIsTheMeanOfAllChannels() {
    var take = Take<GainKernel>(layout: BusLayout(inputs: [4], outputs: [4]))
    take.set("mono", 1)
    take.input = { channel, _ in [1, 0.5, 0.25, 0.125][channel] }
    let sound = take.render(100)
    for channel in sound.channels { #expect(abs(channel[50] - 0.468_75) < 1e-6) }
  }

  @Test func aRampIsStraightInDecibelsToTheFrame() {
    var take = Take<GainKernel>()
    take.set("gain", -40)
    take.ramp("gain", to: -10, at: 333, over: 1200)
    take.input = { _, _ in 1 }
    let sound = take.render(2000, nextCycle: { 100 }).channels[0]
    for frame in 0..<2000 {
      let way = min(1, max(0, Double(frame - 333) / 1200))
      let level = decibels(Double(sound[frame]))
      if abs(level - (-40 + 30 * way)) > 0.002 { Issue.record("frame \(frame) has \(level) dB") }
    }
  }

  @Test func stepsDoNotClick() {
    let steps: [(String, Float)] = [
      ("gain", -90), ("gain", 6), ("balance", 1), ("invert-left", 1), ("mono", 1),
    ]
    for (identifier, value) in steps {
      var take = Take<GainKernel>()
      take.set(identifier, value, at: 1000)
      take.input = { channel, frame in channel == 0 ? sine(100, frame + 120) : 0 }
      let left = take.render(3000).channels[0]
      // A sine of 100 Hz steps by 0.013; twice the level and a change of 2 in 480 frames add to it.
      let jump = (1..<3000).reduce(0) { max($0, abs(left[$1] - left[$1 - 1])) }
      #expect(jump < 0.032, "\(identifier) \(value)")
    }
  }

  @Test func theMeterSendsThePeakThirtyTimesASecond() {
    var take = Take<GainKernel>()
    take.set("gain", -6.0206)
    take.input = { channel, frame in channel == 0 ? sine(1000, frame) : frame % 480 == 7 ? 1e-3 : 0
    }
    let parameters = take.render(96000).parameters
    #expect(parameters.count == 2)
    #expect(parameters.allSatisfy { $0.frame == 1599 })
    #expect(parameters.map(\.parameter.address) == [5, 6])
    #expect(abs(parameters[0].parameter.value - -6.02) < 0.01)
    #expect(abs(parameters[1].parameter.value - -66.02) < 0.01)
    take.input = { _, frame in noiseSample(frame) * (frame % 3000 < 1500 ? 1 : 0.5) }
    #expect(take.render(96000).parameters.count <= 2 * 60)
  }

  @Test(arguments: [8000, 44100, 192000, 768000] as [Double])
  func theSoundIsTheSameHoweverACycleIsCut(sampleRate: Double) {
    var take = Take<GainKernel>(sampleRate: sampleRate)
    for index in 0..<40 {
      let value = Float(noise(index)) / 65536
      switch index % 6 {
      case 0: take.set("gain", value * 114 - 90, at: index * 311)
      case 1: take.ramp("balance", to: value * 2 - 1, at: index * 311, over: 200)
      case 2: take.set("invert-right", value, at: index * 311)
      case 3: take.set("mono", value, at: index * 311)
      case 4: take.set("invert-left", value, at: index * 311)
      default: take.ramp("gain", to: value * 114 - 90, at: index * 311, over: 5000)
      }
    }
    take.input = { channel, frame in noiseSample(frame * 2 + channel) }
    let whole = take.render(20000)
    var index = 0
    let cut = take.render(20000) {
      index += 1
      return noise(index) % 3 == 0 ? 1 : noise(index) % 150
    }
    #expect(whole.channels == cut.channels)
    #expect(whole.parameters.map(\.frame) == cut.parameters.map(\.frame))
    #expect(whole.parameters.map(\.parameter) == cut.parameters.map(\.parameter))
    #expect(whole.channels.allSatisfy { $0.allSatisfy { $0.isFinite && abs($0) < 16 } })
  }

  @Test func nonsenseIsHarmless() {
    var take = Take<GainKernel>()
    for identifier in ["gain", "balance", "invert-left", "mono", "peak-left"] {
      for value in [Float.infinity, -.infinity, 1e30, -1e30, .nan] {
        take.set(identifier, value)
        take.ramp(identifier, to: value, at: 0, over: .max)
      }
    }
    take.input = { _, frame in noiseSample(frame) }
    #expect(take.render(5000).channels[0].allSatisfy { $0.isFinite && abs($0) < 16 })
  }

  @Test func quietSoundDoesNotBecomeSubnormal() {
    var take = Take<GainKernel>()
    take.set("gain", -80)
    take.input = { _, _ in 1e-35 }
    #expect(take.render(100).channels[0].allSatisfy { $0 == 0 })
  }
}
