import TenutoExtension
import Testing

@Suite struct EchoTests {
  @Test(
    arguments: [1, 1.3, 20.01, 375, 1999.99, 2000] as [Float], [44100.0, 48000, 96000])
  func anImpulseReturnsExactlyAfterTheTime(milliseconds: Float, sampleRate: Double) {
    var take = DelayTake(sampleRate: sampleRate)
    take.set(0, "time", milliseconds)
    take.set(0, "feedback", 50)
    take.set(0, "mix", 25)
    take.left = { $0 == 3 ? 1 : 0 }
    let frames = Int((Double(milliseconds) * sampleRate / 1000).rounded())
    let output = take.render(3 * frames + 10)
    #expect(output.right.allSatisfy { $0 == 0 })
    for (frame, sample) in output.left.enumerated() {
      switch frame {
      case 3: #expect(sample == 0.75)
      case 3 + frames: #expect(sample == 0.25)
      case 3 + 2 * frames: #expect(sample == 0.125)
      case 3 + 3 * frames: #expect(sample == 0.0625)
      default: if sample != 0 { Issue.record("frame \(frame) is \(sample)") }
      }
    }
  }

  @Test func theDefaultsAreThoseOfTheDescription() {
    var take = DelayTake()
    take.right = { $0 == 0 ? 1 : 0 }
    let output = take.render(40000)
    #expect(output.right[0] == 0.75)
    #expect(output.right[18000] == 0.25)
    #expect(abs(output.right[36000] - 0.25 * 0.35) < 1e-8)
    #expect(output.left.allSatisfy { $0 == 0 })
  }

  @Test func theTailEndsInExactSilence() {
    var take = DelayTake()
    take.set(0, "time", 10)
    take.set(0, "feedback", 90)
    take.left = { $0 < 100 ? 1 : 0 }
    // 330 repeats of 0.9 are -300 dB.
    let output = take.render(480 * 360)
    #expect(output.left[480 * 300..<480 * 301].contains { $0 != 0 })
    #expect(output.left[(480 * 340)...].allSatisfy { $0 == 0 })
    #expect(output.left.allSatisfy { !$0.isSubnormal })
  }

  @Test func subnormalInputDoesNotComeOut() {
    var take = DelayTake()
    take.left = { $0 % 2 == 0 ? .leastNonzeroMagnitude : -.leastNormalMagnitude / 8 }
    #expect(take.render(20000).left.allSatisfy { $0 == 0 })
  }

  @Test func changesDoNotClick() {
    let changes: [(String, Float)] = [
      ("time", 100), ("time", 1), ("mix", 100), ("mix", 0), ("feedback", 95), ("feedback", 0),
    ]
    for (identifier, value) in changes {
      var take = DelayTake()
      take.set(24000, identifier, value)
      take.left = { Float(DSP.sin(2 * .pi * 100 * Double($0) / 48000)) }
      let output = take.render(30000).left
      // A sine of 100 Hz steps by 0.013; echoes and the fade add to it.
      let step = (23000..<29000).reduce(0) { max($0, abs(output[$1] - output[$1 - 1])) }
      #expect(step < 0.03, "\(identifier) \(value)")
    }
  }

  @Test func aChangedTimeAppliesToLaterSound() {
    var take = DelayTake()
    take.set(1000, "time", 100)
    take.set(1100, "time", 200)
    take.set(1200, "time", 50)
    take.left = { $0 == 10 || $0 == 40000 ? 1 : 0 }
    let output = take.render(48000).left
    #expect(output[42400] == 0.25)
    #expect(output[18010] == 0)
  }
}
