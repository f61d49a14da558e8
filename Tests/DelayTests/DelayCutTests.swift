import Testing

@Suite struct DelayCutTests {
  /// A repeatable random number for an index, 0..<65536.
  private func noise(_ index: Int) -> Int {
    var bits = UInt64(truncatingIfNeeded: index) &* 0x9E37_79B9_7F4A_7C15
    bits ^= bits >> 29
    bits = bits &* 0xBF58_476D_1CE4_E5B9
    return Int(bits >> 48)
  }

  private func mess(seed: Int) -> DelayTake {
    var take = DelayTake(sampleRate: 4000)
    var frame = 0
    for index in 0..<60 {
      frame += noise(seed * 1000 + index * 3) % 1000
      let value = Float(noise(seed * 1000 + index * 3 + 1)) / 65536
      switch index % 3 {
      case 0: take.set(frame, "time", 1 + value * value * 1999)
      case 1: take.set(frame, "feedback", value * 60)
      default: take.set(frame, "mix", value * 100)
      }
    }
    // Bursts with silence in between, long enough for the memory to become empty.
    take.left = { $0 % 24000 < 3000 ? Float(noise(seed + $0)) / 65536 - 0.5 : 0 }
    take.right = { $0 % 24000 < 2000 ? Float(noise(seed - $0)) / 65536 - 0.5 : 0 }
    return take
  }

  @Test(arguments: 1...6)
  func theSoundIsTheSameHoweverACycleIsCut(seed: Int) {
    let take = mess(seed: seed)
    let whole = take.render(60000)
    var index = 0
    let cut = take.render(60000) {
      index += 1
      return noise(index) % 3 == 0 ? 1 : noise(index + seed) % 200
    }
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
    #expect(whole.right.map(\.bitPattern) == cut.right.map(\.bitPattern))
  }

  @Test func silenceStaysSilence() {
    var take = DelayTake()
    take.set(100, "time", 20)
    take.set(700, "mix", 90)
    let output = take.render(9600)
    #expect(output.left.allSatisfy { $0.bitPattern == 0 })
    #expect(output.right.allSatisfy { $0.bitPattern == 0 })
  }

  @Test func absurdParametersAreHarmless() {
    var take = DelayTake()
    for identifier in ["time", "feedback", "mix"] {
      for value in [Float.nan, .infinity, -.infinity, -1, 1e30] { take.set(0, identifier, value) }
    }
    take.left = { $0 < 4800 ? 0.5 : 0 }
    #expect(take.render(20000).left.allSatisfy { $0.isFinite && abs($0) < 20 })
  }
}
