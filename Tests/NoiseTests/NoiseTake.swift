import NoiseKernel
import TenutoExtension

/// The events of a noise kernel, and its output.
struct NoiseTake {
  var sampleRate = 48000.0
  var layout = NoiseKernel.component.defaultLayout
  /// Events with their frames, in order.
  var events: [(frame: Int, payload: TimedEvent.Payload)] = []

  /// Noise of one colour and level.
  init(colour: Int = 0, level: Float = -20) {
    set(0, 0, Float(colour))
    set(0, 1, level)
  }

  /// Sets a parameter.
  mutating func set(_ frame: Int, _ address: ParameterAddress, _ value: Float) {
    events.append((frame, .parameter(address: address, value: value)))
  }

  /// Renders cycles of the lengths that `nextCycle` returns.
  func render(
    _ frameCount: Int, nextCycle: () -> Int = { 512 }
  ) -> (left: [Float], right: [Float]) {
    var runner = KernelRunner<NoiseKernel>(
      sampleRate: sampleRate, maximumFrameCount: 512, layout: layout)
    var output: (left: [Float], right: [Float]) = ([], [])
    while output.left.count < frameCount {
      let start = output.left.count
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      let cycle = events.filter { $0.frame >= start && $0.frame < start + length }.map {
        TimedEvent(frameOffset: UInt32($0.frame - start), payload: $0.payload)
      }
      runner.render(frameCount: length, events: cycle.span)
      for frame in 0..<length {
        output.left.append(runner.output(0)[frame])
        if layout.outputChannelCount > 1 { output.right.append(runner.output(1)[frame]) }
      }
    }
    return output
  }
}

/// Statistics of frames.
enum Statistics {
  static func mean(_ frames: [Float]) -> Double {
    frames.reduce(0) { $0 + Double($1) } / Double(frames.count)
  }

  /// The level in dB; an RMS of 1 is 0 dB.
  static func level(_ frames: [Float]) -> Double {
    3.010_3 * DSP.log2(covariance(frames, frames))
  }

  static func correlation(_ first: [Float], _ second: [Float]) -> Double {
    covariance(first, second)
      / (covariance(first, first) * covariance(second, second)).squareRoot()
  }

  private static func covariance(_ first: [Float], _ second: [Float]) -> Double {
    zip(first, second).reduce(0) { $0 + Double($1.0) * Double($1.1) } / Double(first.count)
  }
}
