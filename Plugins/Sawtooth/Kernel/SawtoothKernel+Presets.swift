import TenutoExtension

extension SawtoothKernel {
  /// The factory presets, whose numbers never change.
  static let presets = [
    FactoryPreset(0, name: "Default"),
    preset(
      1, "Bass", attack: 2, decay: 350, sustain: 0.45, release: 90, cutoff: 320, resonance: 28,
      envelope: 26, velocity: 14, gain: 0.7),
    preset(
      2, "Lead", attack: 6, decay: 600, sustain: 0.85, release: 180, cutoff: 2600, resonance: 32,
      envelope: 12, velocity: 12, gain: 0.45),
    preset(
      3, "Pad", attack: 900, decay: 3000, sustain: 0.8, release: 2200, cutoff: 900, resonance: 8,
      envelope: 14, velocity: 8, gain: 0.5),
    preset(
      4, "Pluck", attack: 1, decay: 420, sustain: 0, release: 300, cutoff: 420, resonance: 22,
      envelope: 40, velocity: 20, gain: 0.6),
    preset(
      5, "Brass", attack: 60, decay: 700, sustain: 0.8, release: 160, cutoff: 700, resonance: 6,
      envelope: 30, velocity: 24, gain: 0.5),
    preset(
      6, "Strings", attack: 280, decay: 1500, sustain: 0.9, release: 700, cutoff: 4200,
      resonance: 0, envelope: 4, velocity: 6, gain: 0.4),
    preset(
      7, "Acid", attack: 1, decay: 260, sustain: 0.3, release: 60, cutoff: 240, resonance: 78,
      envelope: 34, velocity: 24, gain: 0.5),
    preset(
      8, "Organ", attack: 4, decay: 10, sustain: 1, release: 60, cutoff: 1800, resonance: 0,
      envelope: 0, velocity: 0, gain: 0.4),
  ]

  private static func preset(
    _ number: Int32, _ name: String, attack: Float, decay: Float, sustain: Float, release: Float,
    cutoff: Float, resonance: Float, envelope: Float, velocity: Float, gain: Float
  ) -> FactoryPreset {
    let values = [gain, attack, decay, sustain, release, cutoff, resonance, envelope, velocity]
    return FactoryPreset(
      number, name: name,
      values: values.enumerated().map { ParameterValue(ParameterAddress($0.offset), $0.element) })
  }
}
