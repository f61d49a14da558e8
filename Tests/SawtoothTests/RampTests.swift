import KernelTestSupport
import SawtoothKernel
import TenutoExtension
import Testing

@Suite struct RampTests {
  /// A steady note whose level shows the gain.
  private func steady() -> Take {
    var take = Take.plain()
    take.set("gain", 0.1)
    take.play(57)
    return take
  }

  private func ramp(_ frame: Int, _ address: UInt64, _ value: Float, _ count: UInt32)
    -> (frame: Int, payload: TimedEvent.Payload)
  {
    (frame, .ramp(address: address, value: value, frameCount: count))
  }

  @Test(arguments: [(9600, 4800), (9601, 999), (9605, 7), (9607, 1)])
  func theGainRunsInAStraightLine(start: Int, count: Int) {
    let flat = steady().render(20000)
    var take = steady()
    take.events.append(ramp(start, 0, 0.9, UInt32(count)))
    let sound = take.render(20000)
    #expect(sound.left[..<start] == flat.left[..<start])
    for frame in start..<20000 {
      let part = min(1, Float(frame - start) / Float(count))
      let expected = flat.left[frame] * (0.1 + 0.8 * part) / 0.1
      #expect(abs(sound.left[frame] - expected) < 2e-6)
    }
  }

  @Test func aRampContinuesInSilence() {
    var late = Take.plain()
    late.set("gain", 0)
    late.events.append(ramp(0, 0, 1, 48000))
    late.events.append(ramp(0, 5, 400, 24000))
    late.play(24000, 57)
    var set = Take.plain()
    set.set("gain", 0.5)
    set.set("cutoff", 400)
    set.play(24000, 57)
    let (first, second) = (late.render(26000), set.render(26000))
    for frame in 24000..<26000 {
      let gain = Float(frame) / 48000
      #expect(abs(first.left[frame] - second.left[frame] * gain / 0.5) < 1e-5)
    }
  }

  /// During a ramp of the cutoff, the level of a partial far above it equals that of a note with a
  /// constant cutoff.
  @Test func theCutoffRunsInAStraightLine() {
    func level(_ events: [(Int, TimedEvent.Payload)], at frame: Int) -> Double {
      var take = Take.plain()
      take.set("cutoff", 500)
      take.play(93)
      take.events += events.map { (frame: $0.0, payload: $0.1) }
      return take.render(frame + 1024).spectrum(from: frame - 1024, count: 2048).level(at: 1760)
    }
    let ramped: [(Int, TimedEvent.Payload)] = [
      (10003, .ramp(address: 5, value: 2500, frameCount: 40000))
    ]
    for frame in stride(from: 15003, to: 50000, by: 5000) {
      let cutoff = 500 + 2000 * Float(frame - 10003) / 40000
      let fixed = level([(0, .parameter(address: 5, value: cutoff))], at: frame)
      #expect(abs(level(ramped, at: frame) / fixed - 1) < 0.01, "frame \(frame)")
    }
  }

  /// A ramp of one frame reaches its target in the next frame, in any phase of the control rate.
  @Test(arguments: 0..<16) func aShortRampIsExact(phase: Int) {
    func sound(_ address: UInt64, _ value: Float, count: UInt32) -> Sound {
      var take = Take.plain()
      take.set("cutoff", 3000)
      take.play(69)
      take.events.append(ramp(9600 + phase, address, value, count))
      return take.render(9700)
    }
    for (address, value) in [(5, 12000), (6, 90)] as [(UInt64, Float)] {
      let short = sound(address, value, count: 1)
      let flat = sound(9, 2, count: 1)
      let change = (0..<100).first { short.left[9600 + $0] != flat.left[9600 + $0] }
      #expect(change == phase || change == phase + 1)
    }
  }

  @Test func rampsAreTheSameHoweverACycleIsCut() {
    var take = steady()
    take.play(500, 64)
    for (index, frame) in stride(from: 1000, to: 12000, by: 777).enumerated() {
      take.events.append(ramp(frame, 5, index % 2 == 0 ? 200 : 9000, UInt32(37 * index + 1)))
      take.events.append(ramp(frame, 6, Float(index * 6), UInt32(333)))
      take.events.append(ramp(frame, 0, Float(index % 3) / 3, UInt32(1200)))
    }
    var random = Xorshift(state: 5)
    let whole = take.render(16000)
    let cut = take.render(16000) { random.number(below: 3) == 0 ? 1 : random.number(below: 300) }
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
    #expect(whole.left.allSatisfy { $0.isFinite && abs($0) < 4 })
  }
}
