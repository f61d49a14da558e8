import TenutoExtension

extension SoundFontKernel {
  /// Sets a parameter, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case Control.programs..<Control.programs + 16:
      choose(Int(address - Control.programs)) { $0.program = Self.whole(value, atMost: 127) }
    case Control.banks..<Control.banks + 16:
      choose(Int(address - Control.banks)) { $0.bank = Self.whole(value, atMost: 16383) }
    default: setControl(address, to: value)
    }
  }

  @_noLocks private mutating func choose(_ part: Int, _ edit: (inout PartProgram) -> Void) {
    var choice = programs[part]
    edit(&choice)
    guard choice != programs[part] else { return }
    programs[part] = choice
    unreported &= ~(1 << UInt16(part))
    synth?.select(choice, part: part)
  }

  @_noLocks private mutating func setControl(_ address: ParameterAddress, to value: Float) {
    guard let control = Control(address: address), controls[control] != value, value == value
    else { return }
    controls[control] = value
    guard let synth else { return }
    switch control {
    case .gain: synth.set(.gain, controls)
    case .polyphony: synth.set(.polyphony, controls)
    case .reverb, .room, .damp, .width, .reverbLevel: synth.set(.reverb, controls)
    case .chorus, .chorusVoices, .chorusLevel, .speed, .depth, .shape: synth.set(.chorus, controls)
    case .tune, .transpose: tune(synth)
    }
  }

  /// Tunes all parts; drums are tuned and not transposed.
  @_noLocks private mutating func tune(_ synth: SynthVoice) {
    for part in programs.indices {
      let isDrums = programs[part].bank == PartProgram.drumBank
      synth.tune(part, semitones: isDrums ? 0 : controls[.transpose], cents: controls[.tune])
    }
  }

  /// Sets programs and tuning of a new or reset synthesizer, and the controls `besides`.
  @_noLocks mutating func give(_ synth: SynthVoice, besides isNew: Bool) {
    for part in programs.indices where synth.program(of: part) != programs[part] {
      synth.select(programs[part], part: part)
    }
    if controls[.tune] != 0 || controls[.transpose] != 0 { tune(synth) }
    guard isNew else { return }
    synth.set(.gain, controls)
    synth.set(.polyphony, controls)
    synth.set(.reverb, controls)
    synth.set(.chorus, controls)
  }

  @_noLocks private static func whole(_ value: Float, atMost limit: Float) -> UInt16 {
    UInt16(value > 0 ? (value < limit ? value : limit) : 0)
  }
}
