import TenutoExtension

/// The smallest instrument: one sine voice that follows the last note.
@main
struct Sine: Kernel {
  static let component = ComponentDescription(
    "aumu sine Tnto", name: "Sine", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "One sine voice that follows the last note", license: "Apache-2.0",
    contact: "Tenuto authors", tags: ["Synthesizer"],
    parameters: [Parameter(0, "gain", name: "Gain", range: 0...1, unit: .linearGain, default: 0.5)],
    overview: [0],
    presets: [
      FactoryPreset(0, name: "Full"), FactoryPreset(1, name: "Soft", values: [.init(0, 0.1)]),
    ],
    isDeterministic: true)

  let sampleRate: Double
  var phase = 0.0
  var step = 0.0
  var note: UInt8 = 0
  var level: Float = 0  // follows target and gain without a click
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
    case .midi(.controlChange(_, 120, _)), .midi(.controlChange(_, 123, _)): target = 0
    case .parameter(address: 0, let value): gain = value
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    var output = cycle.output.stereo()
    for frame in output.left.indices {
      let rest = target * gain - level
      level = abs(rest) < 1e-5 ? target * gain : level + rest * 0.01
      phase += step
      if phase >= 1 { phase -= 1 }
      let sample = Float(DSP.sin(2 * .pi * phase)) * level
      output.left[frame] = sample
      output.right[frame] = sample
    }
  }

  @_noLocks mutating func reset() { (phase, step, level, target) = (0, 0, 0, 0) }
}
