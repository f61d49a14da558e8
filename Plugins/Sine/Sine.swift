import TenutoExtension

/// The smallest instrument: one sine voice that follows the last note.
@main
struct Sine: Kernel {
  static let component = ComponentDescription(
    "aumu sine Tnto", name: "Sine", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "One sine voice that follows the last note", tags: ["Synthesizer"],
    parameters: [Parameter(0, "gain", name: "Gain", range: 0...1, unit: .linearGain, default: 0.5)])

  let sampleRate: Double
  var phase = 0.0
  var step = 0.0
  var note: UInt8 = 0
  var level: Float = 0  // follows the target without a click
  var target: Float = 0
  var gain: Float = 0.5

  init(_ setup: KernelSetup) { sampleRate = setup.sampleRate }

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .midi(.noteOn(_, let number, let velocity)) where number < 128:
      note = number
      step = DSP.frequency(ofNote: Double(number)) / sampleRate
      target = Float(velocity) / 65535
    case .midi(.noteOff(_, note, _)): target = 0
    case .parameter(address: 0, let value): gain = value
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    var output = cycle.output.stereo()
    for frame in output.left.indices {
      level = abs(target - level) < 1e-5 ? target : level + (target - level) * 0.01
      phase += step
      if phase >= 1 { phase -= 1 }
      let sample = Float(DSP.sin(2 * .pi * phase)) * level * gain
      output.left[frame] = sample
      output.right[frame] = sample
    }
  }
}
