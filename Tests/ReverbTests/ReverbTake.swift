import ReverbKernel
import TenutoExtension

/// The input and the output of the reverb.
struct ReverbTake {
  var sampleRate = 48000.0
  var layout = ReverbKernel.component.defaultLayout
  /// Events with their frames, in order.
  var events: [(frame: Int, payload: TimedEvent.Payload)] = []
  var left: (Int) -> Float = { $0 == 0 ? 1 : 0 }
  var right: (Int) -> Float = { $0 == 0 ? 1 : 0 }

  /// Sets a parameter by its identifier.
  mutating func set(_ frame: Int, _ identifier: String, _ value: Float) {
    guard let parameter = ReverbKernel.component.parameter(named: identifier) else {
      preconditionFailure("there is no parameter '\(identifier)'")
    }
    events.append((frame, .parameter(address: parameter.address, value: value)))
  }

  /// The wet signal only.
  static func wet(decay: Float = 2, modulation: Float = 30) -> ReverbTake {
    var take = ReverbTake()
    take.set(0, "mix", 100)
    take.set(0, "decay", decay)
    take.set(0, "modulation", modulation)
    return take
  }

  /// Sets all parameters of a preset.
  static func preset(_ preset: FactoryPreset) -> ReverbTake {
    var take = ReverbTake()
    for value in ReverbKernel.component.values(of: preset) {
      take.events.append((0, .parameter(address: value.address, value: value.value)))
    }
    return take
  }

  /// Renders cycles of the lengths that `nextCycle` returns.
  func render(
    _ frameCount: Int, nextCycle: () -> Int = { 512 }
  ) -> (left: [Float], right: [Float]) {
    var runner = KernelRunner<ReverbKernel>(
      sampleRate: sampleRate, maximumFrameCount: 512, layout: layout)
    var output: (left: [Float], right: [Float]) = ([], [])
    while output.left.count < frameCount {
      let start = output.left.count
      let length = min(max(1, nextCycle()), 512, frameCount - start)
      fill(&runner, from: start, length: length)
      let cycle = events.filter { $0.frame >= start && $0.frame < start + length }.map {
        TimedEvent(frameOffset: UInt32($0.frame - start), payload: $0.payload)
      }
      runner.render(frameCount: length, events: cycle.span)
      for frame in 0..<length {
        output.left.append(runner.output(0)[frame])
        output.right.append(runner.output(1)[frame])
      }
    }
    return output
  }

  private func fill(_ runner: inout KernelRunner<ReverbKernel>, from start: Int, length: Int) {
    var first = runner.input(0)
    for frame in 0..<length { first[frame] = left(start + frame) }
    guard layout.inputChannelCount > 1 else { return }
    var second = runner.input(1)
    for frame in 0..<length { second[frame] = right(start + frame) }
  }
}

/// Repeatable noise in -0.5...0.5, a function of the frame.
func noise(_ frame: Int, seed: UInt64 = 1) -> Float {
  var bits = (UInt64(frame) &+ seed &* 1_000_003) &* 0x9E37_79B9_7F4A_7C15
  bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
  bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
  return Float(Int32(truncatingIfNeeded: bits >> 32)) * 0x1p-32
}
