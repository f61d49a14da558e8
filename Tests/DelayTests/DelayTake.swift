import DelayKernel
import TenutoExtension

/// The input and the output of the delay.
struct DelayTake {
  var sampleRate = 48000.0
  /// Parameters with their frames, in order.
  var events: [(frame: Int, identifier: String, value: Float)] = []
  var left: (Int) -> Float = { _ in 0 }
  var right: (Int) -> Float = { _ in 0 }

  /// Sets a parameter.
  mutating func set(_ frame: Int, _ identifier: String, _ value: Float) {
    events.append((frame, identifier, value))
  }

  /// Renders cycles of 512 frames.
  func render(_ frameCount: Int) -> (left: [Float], right: [Float]) {
    render(frameCount) { 512 }
  }

  /// Renders cycles of the lengths that `nextCycle` returns.
  func render(_ frameCount: Int, nextCycle: () -> Int) -> (left: [Float], right: [Float]) {
    var runner = KernelRunner<DelayKernel>(sampleRate: sampleRate, maximumFrameCount: 512)
    var output: (left: [Float], right: [Float]) = ([], [])
    while output.left.count < frameCount {
      let start = output.left.count
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      fill(&runner, from: start, length: length)
      let cycle = events(from: start, length: length)
      runner.render(frameCount: length, events: cycle.span)
      for frame in 0..<length {
        output.left.append(runner.output(0)[frame])
        output.right.append(runner.output(1)[frame])
      }
    }
    return output
  }

  private func fill(_ runner: inout KernelRunner<DelayKernel>, from start: Int, length: Int) {
    var first = runner.input(0)
    for frame in 0..<length { first[frame] = left(start + frame) }
    var second = runner.input(1)
    for frame in 0..<length { second[frame] = right(start + frame) }
  }

  private func events(from start: Int, length: Int) -> [TimedEvent] {
    events.filter { $0.frame >= start && $0.frame < start + length }.map { event in
      guard let parameter = DelayKernel.component.parameter(named: event.identifier) else {
        preconditionFailure("there is no parameter '\(event.identifier)'")
      }
      return TimedEvent(
        frameOffset: UInt32(event.frame - start),
        payload: .parameter(address: parameter.address, value: event.value))
    }
  }
}
