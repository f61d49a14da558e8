import NoiseKernel
import TenutoExtension
import Testing

@Suite struct NoiseChangeTests {
  private func changes() -> NoiseTake {
    var take = NoiseTake(colour: 2)
    for (index, frame) in stride(from: 700, to: 15000, by: 431).enumerated() {
      take.set(frame, 0, Float(index % 5))
      take.set(frame + 3, 1, Float(-10 - index))
      take.events.append((frame + 5, .ramp(address: 2, value: Float(index % 2), frameCount: 300)))
      take.events.append((frame + 50, .ramp(address: 1, value: -30, frameCount: 99)))
    }
    return take
  }

  @Test func theNoiseIsTheSameHoweverACycleIsCut() {
    let whole = changes().render(16000)
    var state: UInt32 = 9
    let cut = changes().render(16000) {
      state = state &* 1_664_525 &+ 1_013_904_223
      return state >> 30 == 0 ? 1 : Int(state >> 24)
    }
    #expect(whole.left.map(\.bitPattern) == cut.left.map(\.bitPattern))
    #expect(whole.right.map(\.bitPattern) == cut.right.map(\.bitPattern))
  }

  @Test(arguments: [(1000, 4800), (1013, 37)]) func theLevelRampsLinearlyInDecibels(
    start: Int, count: Int
  ) {
    let flat = NoiseTake(level: -60).render(8000).left
    var take = NoiseTake(level: -60)
    take.events.append((start, .ramp(address: 1, value: -20, frameCount: UInt32(count))))
    let ramped = take.render(8000).left
    for frame in 0..<8000 {
      let part = min(1, max(0, Double(frame - start) / Double(count)))
      let expected = Double(flat[frame]) * DSP.gain(decibels: 40 * part)
      #expect(abs(Double(ramped[frame]) - expected) < 1e-6)
    }
  }

  /// Brown noise changes little between frames, so a click stands out.
  @Test func anotherLevelOrColourDoesNotClick() {
    var take = NoiseTake(colour: 2)
    let before = take.render(48000).left
    let step = before.indices.dropFirst().reduce(0) { max($0, abs(before[$1] - before[$1 - 1])) }
    take.set(20000, 1, -96)
    take.set(30000, 0, 4)
    take.set(30001, 0, 2)
    take.set(40000, 1, -20)
    let after = take.render(48000).left
    for frame in 1..<48000 { #expect(abs(after[frame] - after[frame - 1]) < 2 * step) }
  }

  @Test func absurdParametersAreHarmless() {
    var take = NoiseTake()
    for address in 0...9 as ClosedRange<UInt64> {
      for value in [Float.nan, .infinity, -.infinity, 1e30] {
        take.set(100, address, value)
        take.events.append((200, .ramp(address: address, value: value, frameCount: .max)))
      }
    }
    #expect(take.render(4800).left.allSatisfy { $0.isFinite && abs($0) < 8 })
  }

  @Test func aResetStartsTheSequenceAgain() {
    var runner = KernelRunner<NoiseKernel>(sampleRate: 48000, maximumFrameCount: 256)
    let pink = [TimedEvent(frameOffset: 0, payload: .parameter(address: 0, value: 1))]
    runner.render(frameCount: 256, events: pink.span)
    let first = (0..<256).map { runner.output(0)[$0] }
    runner.render(frameCount: 100)
    runner.reset()
    runner.render(frameCount: 256)
    #expect(first == (0..<256).map { runner.output(0)[$0] })
    #expect(runner.tail == .infinity)
  }
}
