import TenutoExtension

/// A parameter of the whole instrument; the raw value is its address.
enum Control: Int, CaseIterable, BitwiseCopyable {
  case gain, reverb, room, damp, width, reverbLevel
  case chorus, chorusVoices, chorusLevel, speed, depth, shape
  case polyphony, tune, transpose

  // The render thread can call the synthesized initialiser only from its own file.
  /// Creates the control at an address, or nil for any other address.
  @_noLocks init?(address: ParameterAddress) {
    guard address < 15 else { return nil }
    self.init(rawValue: Int(address))
  }

  /// The first address of the parts' programs; banks are at 200 + part.
  static var programs: ParameterAddress { @_noLocks get { 100 } }
  static var banks: ParameterAddress { @_noLocks get { 200 } }
}

/// Controls that FluidSynth sets together.
enum ControlGroup: BitwiseCopyable {
  case gain, polyphony, reverb, chorus
}

/// The values of all controls.
struct Controls: BitwiseCopyable {
  private var values = InlineArray<15, Float>(repeating: 0)

  subscript(_ control: Control) -> Float {
    @_noLocks get { values[control.rawValue] }
    @_noLocks set { values[control.rawValue] = newValue }
  }

  /// Creates FluidSynth's own defaults, with which a synthesizer begins.
  init() {
    for parameter in SoundFontKernel.component.parameters {
      guard let control = Control(address: parameter.address) else { continue }
      self[control] = parameter.defaultValue
    }
  }
}
