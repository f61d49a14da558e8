import KernelTestSupport
import CompressorKernel
import TenutoExtension
import Testing

@Suite struct SideChainTests {
  @Test func theKeyAloneTurnsDown() {
    var take = Take<CompressorKernel>()
    take.set("external", 1)
    take.set("knee", 0)
    take.set("attack", 0.05)
    take.set("release", 5)
    // A loud main signal, with the key during half of the time.
    take.input = { channel, frame in
      channel < 2 ? sine(1000, frame) : frame >= 24000 && frame < 36000 ? 1 : 0
    }
    let sound = take.render(60000).channels[0]
    for frame in [5000, 20000, 23000, 45000, 50000] {
      #expect(sound[frame] == take.input(0, frame - 144))
    }
    let loudest = sound[26000..<35000].reduce(0) { max($0, abs($1)) }
    #expect(abs(decibels(Double(loudest)) + 13.5) < 0.01)
  }

  @Test func withoutItsSideChainItUsesItsInput() {
    let layout = BusLayout(inputs: [2, 0], outputs: [2])
    #expect(CompressorKernel.component.accepts(layout))
    var take = Take<CompressorKernel>(layout: layout)
    take.set("external", 1)
    take.set("knee", 0)
    take.input = { _, _ in 1 }
    #expect(abs(decibels(Double(take.render(40000).channels[0][39999])) + 13.5) < 0.01)
  }

  @Test func aMonoSoundHasAStereoKey() {
    let layout = BusLayout(inputs: [1, 2], outputs: [1])
    #expect(CompressorKernel.component.accepts(layout))
    for loud in 1...2 {
      var take = Take<CompressorKernel>(layout: layout)
      take.set("external", 1)
      take.set("knee", 0)
      take.input = { channel, _ in channel == 0 ? 0.5 : channel == loud ? 1 : 0 }
      #expect(abs(decibels(Double(take.render(40000).channels[0][39999]) / 0.5) + 13.5) < 0.01)
    }
  }

  @Test func theHighPassIsAButterworthOfSecondOrder() {
    for frequency in [50.0, 100, 200, 400, 2000] {
      var take = Take<CompressorKernel>()
      take.set("external", 1)
      take.set("detector", 1)
      take.set("high-pass", 200)
      take.set("threshold", -60)
      take.set("ratio", 2)
      take.set("knee", 0)
      take.set("attack", 100)
      take.set("release", 100)
      take.input = { channel, frame in channel < 2 ? 0.01 : sine(frequency, frame) }
      let sound = take.render(96000).channels[0][86400...].map { Double($0) / 0.01 }
      let reduction = -decibels(sound.reduce(0, +) / Double(sound.count))
      let bend = { DSP.tan(.pi * $0 / 48000) }
      let x = bend(frequency) / bend(200)
      let pass = decibels(x * x * x * x / (1 + x * x * x * x)) / 2
      // Half of the level above -60 dB.
      #expect(abs(reduction - (60 - 3.0103 + pass) / 2) < 0.1, "\(frequency) Hz")
    }
  }

  @Test(arguments: [8000, 44100, 768000] as [Double])
  func theSoundIsTheSameHoweverACycleIsCut(sampleRate: Double) {
    var take = Take<CompressorKernel>(sampleRate: sampleRate)
    let identifiers = [
      "threshold", "ratio", "knee", "attack", "release", "look-ahead", "make-up",
      "auto-make-up", "detector", "link", "high-pass", "external", "mix",
    ]
    for index in 0..<80 {
      let identifier = identifiers[noise(index) % identifiers.count]
      guard let range = CompressorKernel.component.parameter(named: identifier)?.range else {
        Issue.record("there is no \(identifier)")
        return
      }
      let part = Float(noise(index + 1000)) / 65536
      let value = range.lowerBound + part * (range.upperBound - range.lowerBound)
      if index % 3 == 0 {
        take.ramp(identifier, to: value, at: index * 150, over: 700)
      } else {
        take.set(identifier, value, at: index * 150)
      }
    }
    take.input = { $1 % 4000 < 2000 ? noiseSample($1 * 4 + $0) : 0 }
    let whole = take.render(16000)
    var index = 0
    let cut = take.render(16000) {
      index += 1
      return noise(index) % 3 == 0 ? 1 : noise(index) % 150
    }
    #expect(whole.channels == cut.channels)
    #expect(whole.channels.allSatisfy { $0.allSatisfy { $0.isFinite && abs($0) < 64 } })
  }

  @Test func silenceReturnsExactly() {
    var take = Take<CompressorKernel>()
    take.set("detector", 1)
    take.set("high-pass", 100)
    take.input = { $1 < 4800 ? noiseSample($0 + $1 * 4) : 0 }
    let sound = take.render(48000)
    #expect(sound.channels.allSatisfy { $0[(4800 + 144)...].allSatisfy { $0.bitPattern == 0 } })
    #expect(sound.channels.allSatisfy { $0.allSatisfy { !$0.isSubnormal } })
  }

  @Test func itRecoversFromNonsense() {
    for nonsense in [Float.nan, .infinity, -.infinity, 1e30] {
      for detector in [Float(0), 1] {
        var take = Take<CompressorKernel>()
        take.set("detector", detector)
        take.set("high-pass", 100)
        take.input = { _, frame in frame < 64 ? nonsense : sine(500, frame) * 0.1 }
        let sound = take.render(96000).channels[0]
        #expect(sound.allSatisfy { $0.isFinite })
        #expect(abs(sound[90000] - take.input(0, 90000 - 144)) < 0.01)
      }
    }
  }
}
