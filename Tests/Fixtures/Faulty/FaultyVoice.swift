import TenutoExtension

/// A sine for each held note, exactly from its start to its end: its sound is known to the sample.
struct FaultyVoice: Kernel {
  static let component = ComponentDescription(
    "aumu fvox Test", name: "Faulty Voice", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: Fault.parameters + [
      Parameter(3, "gain", name: "Gain", range: 0...1, unit: .linearGain, default: 0.25)
    ],
    isDeterministic: true)

  private struct Voice: BitwiseCopyable {
    var note: UInt8 = 0
    var phase = 0.0
    var step = 0.0
    var isHeld = false
  }

  private let sampleRate: Double
  private var fault = Fault()
  private var voices = [8 of Voice](repeating: Voice())
  private var gain: Float = 0.25

  init(_ setup: KernelSetup) { sampleRate = setup.sampleRate }

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .midi(.noteOn(_, let note, _)) where note < 128: begin(note)
    case .midi(.noteOff(_, let note, _)): end(note)
    case .parameter(address: 3, let value): gain = value
    default: fault.handle(event)
    }
  }

  @_noLocks private mutating func begin(_ note: UInt8) {
    end(note)
    for index in 0..<8 where !voices[index].isHeld {
      voices[index] = Voice(
        note: note, step: DSP.frequency(ofNote: Double(note)) / sampleRate, isHeld: true)
      return
    }
  }

  @_noLocks private mutating func end(_ note: UInt8) {
    for index in 0..<8 where voices[index].note == note { voices[index].isHeld = false }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let time = cycle.sampleTime
    if fault.isFlooding {
      for _ in 0..<Fault.floodCount {
        cycle.send(VoiceEvent.noteOn(channel: 0, note: 60, velocity: 1).ump, at: 0)
      }
    }
    var output = cycle.output.stereo()
    unsafe output.left.withUnsafeMutableBufferPointer { unsafe fault.strike($0.baseAddress) }
    for frame in 0..<fault.writtenCount(output.left.count) {
      let sample = fault.replaced(next() * gain, at: time &+ Int64(frame))
      output.left[frame] = sample
      output.right[frame] = sample
    }
  }

  @_noLocks private mutating func next() -> Float {
    var sum = 0.0
    for index in 0..<8 where voices[index].isHeld {
      sum += DSP.sin(2 * .pi * voices[index].phase)
      voices[index].phase += voices[index].step
      if voices[index].phase >= 1 { voices[index].phase -= 1 }
    }
    return Float(sum)
  }

  @_noLocks mutating func reset() {
    for index in 0..<8 { voices[index].isHeld = false }
  }
}
