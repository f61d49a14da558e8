import TenutoCore
import TenutoExtension
import Testing

/// Snapshots of kernels, taken and restored in one process.
struct SnapshotTests {
  /// A value without references, whose parameter moves in steps.
  private struct Plain: Kernel {
    static let component = ComponentDescription(
      "augn plan Test", name: "Plain", manufacturerName: "Tenuto", version: "1.0.0",
      parameters: [Parameter(0, "value", name: "Value", range: 0...100, default: 0)])

    var value: Float = 0
    var phase: Float = 0

    init(_ setup: KernelSetup) {}

    @_noLocks mutating func handle(_ event: Event) {
      if case .parameter(address: 0, let value) = event { self.value = value }
    }

    @_noLocks mutating func render(_ cycle: inout RenderCycle) {
      var output = cycle.output.stereo()
      for frame in output.left.indices {
        phase += value
        output.left[frame] = phase
        output.right[frame] = value
      }
    }
  }

  /// A kernel with a buffer, which lists its state.
  private struct Line: ~Copyable, Kernel {
    static let component = ComponentDescription(
      "aufx line Test", name: "Line", manufacturerName: "Tenuto", version: "1.0.0",
      inputs: [.mono], outputs: [.mono])

    var samples = SampleBuffer(count: 7)
    var position = 0

    init(_ setup: KernelSetup) {}

    @_noLocks mutating func handle(_ event: Event) {}

    @_noLocks mutating func render(_ cycle: inout RenderCycle) {
      for frame in 0..<cycle.frameCount {
        var output = cycle.output.channel(0)
        output[frame] = samples[position]
        samples[position] = cycle.input[0, frame]
        position = (position + 1) % samples.count
      }
    }

    mutating func exchange(with snapshot: inout KernelSnapshot) {
      snapshot.exchange(&samples)
      snapshot.exchange(&position)
    }
  }

  /// A kernel that lists nothing.
  private struct Closed: ~Copyable, Kernel {
    static let component = Line.component
    var samples = SampleBuffer(count: 7)

    init(_ setup: KernelSetup) {}
    @_noLocks mutating func handle(_ event: Event) {}
    @_noLocks mutating func render(_ cycle: inout RenderCycle) {}
  }

  private func samples(_ span: borrowing Span<Float>) -> [Float] { span.indices.map { span[$0] } }

  @Test func aValueNeedsNoCode() throws {
    var first = KernelRunner<Plain>(sampleRate: 48000, maximumFrameCount: 64)
    let ramp = TimedEvent(
      frameOffset: 10, payload: .ramp(address: 0, value: 100, frameCount: 1000))
    first.render(frameCount: 64, events: [ramp].span)
    first.render(frameCount: 50)
    var second = KernelRunner<Plain>(sampleRate: 48000, maximumFrameCount: 64)
    let snapshot = first.snapshot()
    let isRestored = second.restore(try #require(snapshot))
    #expect(isRestored)
    for _ in 0..<20 {
      first.render(frameCount: 64)
      second.render(frameCount: 64)
      #expect(samples(first.output(0)) == samples(second.output(0)))
      #expect(samples(first.output(1)) == samples(second.output(1)))
    }
    #expect(second.value(of: 0) == 100)
  }

  @Test func aBufferIsListed() throws {
    var first = KernelRunner<Line>(sampleRate: 48000, maximumFrameCount: 16)
    var input = first.input(0)
    for frame in input.indices { input[frame] = Float(frame + 1) }
    first.render(frameCount: 16)
    let taken = first.snapshot()
    let snapshot = try #require(taken)
    var second = KernelRunner<Line>(sampleRate: 48000, maximumFrameCount: 16)
    let isRestored = second.restore(snapshot)
    #expect(isRestored)
    second.render(frameCount: 7)
    let output = second.output(0)
    #expect((0..<7).map { output[$0] } == [10, 11, 12, 13, 14, 15, 16])
  }

  @Test func aSnapshotOfAnotherLengthIsRefused() throws {
    var first = KernelRunner<Line>(sampleRate: 48000, maximumFrameCount: 16)
    let taken = first.snapshot()
    let snapshot = try #require(taken)
    let restored = [Array(snapshot.dropLast()), snapshot + [0], snapshot].map { first.restore($0) }
    #expect(restored == [false, false, true])
  }

  @Test func othersHaveNone() {
    var runner = KernelRunner<Closed>(sampleRate: 48000, maximumFrameCount: 16)
    let snapshot = runner.snapshot()
    #expect(snapshot == nil)
  }
}
