import TenutoCore
import TestSupport
import Testing

@testable import TenutoExtension

/// Ramps of the SDK and of a kernel's own `ParameterRamp`, in cycles of any length.
struct RampTests {
  /// Writes the values of its parameters: 0 in steps, 1 by its own ramp, 2 in whole numbers.
  private struct Values: Kernel {
    static let component = ComponentDescription(
      "augn valu Test", name: "Values", manufacturerName: "Tenuto", version: "1.0.0",
      outputs: [BusDescription("Values", channelCount: 3)],
      parameters: [
        Parameter(0, "steps", name: "Steps", range: -10...10, default: 1),
        Parameter(1, "own", name: "Own", range: -10...10, default: 1, flags: .canRamp),
        Parameter(2, "whole", name: "Whole", range: 0...9, unit: .indexed, default: 0),
        Parameter(3, "meter", name: "Meter", range: 0...1, default: 0.25, flags: .readOnly),
      ])

    var steps: Float = 0
    var own = ParameterRamp(0)
    var whole: Float = 0
    var foreign = 0

    init(_ setup: KernelSetup) {}

    @_noLocks mutating func handle(_ event: Event) {
      switch event {
      case .parameter(address: 0, let value): steps = value
      case .parameter(address: 1, let value): own.set(value)
      case .parameter(address: 2, let value): whole = value
      case .ramp(address: 1, let value, let frameCount):
        own.ramp(to: value, frameCount: frameCount)
      default: foreign += 1  // Neither a meter nor an unknown or ramped address.
      }
    }

    @_noLocks mutating func render(_ cycle: inout RenderCycle) {
      let trap = foreign
      for frame in 0..<cycle.frameCount {
        var first = cycle.output.channel(0)
        first[frame] = trap == 0 ? steps : -1000
        let value = own.next()
        var second = cycle.output.channel(1)
        second[frame] = value
        var third = cycle.output.channel(2)
        third[frame] = whole
      }
    }
  }

  /// Renders all frames in cycles of the lengths that `length` returns.
  private func render(
    _ frameCount: Int, _ events: [(Int, TimedEvent.Payload)], length: () -> Int
  ) -> [[Float]] {
    var runner = KernelRunner<Values>(sampleRate: 48000, maximumFrameCount: 512)
    var channels = [[Float]](repeating: [], count: 3)
    var start = 0
    while start < frameCount {
      let count = min(length(), frameCount - start)
      let now = events.filter { (start..<start + count).contains($0.0) }.map {
        TimedEvent(frameOffset: UInt32($0.0 - start), payload: $0.1)
      }
      runner.render(frameCount: count, events: now.span)
      for channel in 0..<3 {
        for frame in 0..<count { channels[channel].append(runner.output(channel)[frame]) }
      }
      start += count
    }
    return channels
  }

  private func ramp(_ address: UInt64, _ value: Float, _ frames: UInt32) -> TimedEvent.Payload {
    .ramp(address: address, value: value, frameCount: frames)
  }

  @Test(arguments: [1, 2, 31, 32, 33, 100, 1000])
  func aRampIsAStraightLineThatEndsAtItsFrame(frameCount: Int) {
    let events = [(10, ramp(0, 5, UInt32(frameCount))), (10, ramp(1, 5, UInt32(frameCount)))]
    let output = render(1200, events) { 512 }
    for frame in 0..<1200 {
      let elapsed = min(max(0, frame - 10), frameCount)
      let exact = 1 + 4 * Double(elapsed) / Double(frameCount)
      #expect(abs(Double(output[1][frame]) - exact) < 1e-6)
      let stepped = elapsed == frameCount ? frameCount : elapsed / 32 * 32
      let step = 1 + 4 * Double(stepped) / Double(frameCount)
      #expect(abs(Double(output[0][frame]) - step) < 1e-6)
    }
    #expect(output[0][10 + frameCount] == 5)
    #expect(output[1][10 + frameCount] == 5)
  }

  @Test func cyclesOfAnyLengthGiveTheSameSamples() {
    let events: [(Int, TimedEvent.Payload)] = [
      (5, ramp(0, 9, 700)), (5, ramp(1, 9, 700)), (100, ramp(2, 9, 320)),
      (300, ramp(0, -9, 300)), (300, ramp(1, -9, 300)),
      (450, .parameter(address: 0, value: 2)), (450, .parameter(address: 1, value: 2)),
      (600, ramp(0, 50, 64)), (600, ramp(3, 1, 64)), (600, ramp(77, 1, 64)),
    ]
    let whole = render(1500, events) { 512 }
    #expect(whole[0][450...599].allSatisfy { $0 == 2 })
    #expect(whole[0][664...].allSatisfy { $0 == 10 })
    #expect(whole[2].allSatisfy { $0 == $0.rounded() })
    #expect(whole[2][420...].allSatisfy { $0 == 9 })
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      #expect(render(1500, events) { Int.random(in: 1...512, using: &random) } == whole)
    }
    #expect(render(1500, events) { 1 } == whole)
  }

  @Test func aNewRampStartsAtTheOldValue() {
    let output = render(200, [(0, ramp(0, 3, 100)), (50, ramp(0, 1, 100))]) { 64 }
    // At frame 50 the first ramp is at 2, 32 frames later the second one at 2 - 0.32.
    #expect(abs(output[0][50 + 32] - 1.68) < 1e-6)
    #expect(output[0][150] == 1)
  }

  @Test func rampsBeyondTheLimitTakeTheirEndAtOnce() {
    var ramps = StepRamps()
    for index in 0..<64 {
      let begins = ramps.begin(index: index, from: 0, to: 1, frameCount: 64)
      #expect(begins)
    }
    let tooMany = ramps.begin(index: 64, from: 0, to: 1, frameCount: 64)
    #expect(!tooMany)
    ramps.end(index: 3)
    let fits = ramps.begin(index: 64, from: 0, to: 1, frameCount: 64)
    #expect(fits)
    ramps.advance(by: 64)
    var steps: [Int] = []
    while let step = ramps.takeStep() {
      #expect(step.value == 1)
      steps.append(step.index)
    }
    #expect(steps.sorted() == (0...64).filter { $0 != 3 })
    let framesToStep = ramps.framesToStep
    #expect(framesToStep > 1 << 60)
  }

  @Test func readOnlyParametersAreIgnored() {
    var runner = KernelRunner<Values>(sampleRate: 48000, maximumFrameCount: 8)
    let payloads: [TimedEvent.Payload] = [
      .parameter(address: 3, value: 1), .parameter(address: 4, value: 1),
      .parameter(address: .max, value: 1), .parameter(address: 0, value: .nan),
      .parameter(address: 1, value: 99), .parameter(address: 2, value: 4.6),
      .gesture(address: 0, isTouched: true), ramp(0, .nan, 4), ramp(3, 1, 4),
    ]
    let events = payloads.map { TimedEvent(frameOffset: 0, payload: $0) }
    runner.render(frameCount: 8, events: events.span)
    #expect([0, 1, 2].map { runner.output($0)[7] } == [1, 10, 5])
    #expect([0, 1, 2, 3, 4].map { runner.value(of: $0) } == [1, 10, 5, 0.25, 0])
  }
}
