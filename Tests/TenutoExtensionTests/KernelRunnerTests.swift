import TenutoCore
import TenutoExtension
import TestSupport
import Testing

struct KernelRunnerTests {
  /// Writes the time of each frame, and the number of calls, as samples.
  private struct Recording: Kernel {
    static let component = ComponentDescription(
      "aumf reco Test", name: "Recording", manufacturerName: "Tenuto", version: "1.0.0",
      inputs: [.mono],
      parameters: [Parameter(0, "value", name: "Value", range: 0...100, default: 0)])

    var value: Float = 0

    init(_ setup: KernelSetup) {}

    @_noLocks mutating func handle(_ event: Event) {
      if case .parameter(address: 0, let value) = event { self.value = value }
    }

    @_noLocks mutating func render(_ cycle: inout RenderCycle) {
      let time = cycle.sampleTime
      for frame in 0..<cycle.frameCount {
        let sum = value + cycle.input[0, frame]
        var output = cycle.output.stereo()
        output.left[frame] = Float(time &+ Int64(frame))
        output.right[frame] = sum
      }
    }
  }

  private func event(_ frame: UInt32, _ value: Float) -> TimedEvent {
    TimedEvent(frameOffset: frame, payload: .parameter(address: 0, value: value))
  }

  private func samples(_ span: borrowing Span<Float>, _ count: Int) -> [Float] {
    (0..<count).map { span[$0] }
  }

  private func fill(_ span: consuming MutableSpan<Float>) {
    for frame in span.indices { span[frame] = Float(frame) }
  }

  @Test func everyEventHoldsFromItsFrameOn() {
    var runner = KernelRunner<Recording>(sampleRate: 48000, maximumFrameCount: 16)
    let events = [event(0, 1), event(5, 2), event(5, 3), event(15, 4), event(99, 5)]
    runner.render(frameCount: 16, events: events.span)
    let expected = [Float](repeating: 1, count: 5) + [Float](repeating: 3, count: 10) + [4]
    #expect(samples(runner.output(1), 16) == expected)
    runner.render(frameCount: 1)
    #expect(samples(runner.output(1), 1) == [5])
  }

  @Test func timeAdvancesFromCycleToCycle() {
    var runner = KernelRunner<Recording>(sampleRate: 48000, maximumFrameCount: 16)
    var random = SeededRandom(seed: 1)
    var time = 0
    for _ in 0..<100 {
      let count = Int.random(in: 1...16, using: &random)
      runner.render(
        frameCount: count,
        events: [event(.random(in: 0...20, using: &random), 0)].span)
      #expect(samples(runner.output(0), count) == (time..<time + count).map { Float($0) })
      time += count
      #expect(runner.sampleTime == Int64(time))
    }
  }

  @Test func inputsReachTheKernel() {
    var runner = KernelRunner<Recording>(sampleRate: 48000, maximumFrameCount: 4)
    fill(runner.input(0))
    runner.render(frameCount: 4, events: [event(2, 10)].span)
    #expect(samples(runner.output(1), 4) == [0, 1, 12, 13])
  }

  @Test func moreFramesThanAllocatedTrap() async {
    await #expect(processExitsWith: .failure) {
      var runner = KernelRunner<Recording>(sampleRate: 48000, maximumFrameCount: 4)
      runner.render(frameCount: 5)
    }
  }
}
