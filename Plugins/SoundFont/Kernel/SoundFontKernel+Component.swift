public import TenutoExtension

extension SoundFontKernel {
  /// The instrument, its parameters, and the presets of the installed font.
  public static let component = ComponentDescription(
    "aumu sf2  Tnto", name: "SoundFont", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "Plays SF2, SF3 and DLS fonts by FluidSynth, 16 parts",
    license: "Apache-2.0 AND LGPL-2.1-or-later", contact: "Tenuto authors",
    tags: ["Synthesizer", "Sampler", "General MIDI"],
    parameters: controls + parts,
    groups: [
      ParameterGroup("output", name: "Output"), ParameterGroup("reverb", name: "Reverb"),
      ParameterGroup("chorus", name: "Chorus"), ParameterGroup("pitch", name: "Pitch"),
      ParameterGroup("parts", name: "Parts"),
    ],
    overview: [0, 1, 5, 6, 13], presets: presets, midiProtocol: .midi1, isDeterministic: true)

  /// The font's presets, each for part 1.
  private static let presets = (SoundFontFolders.defaultFont()?.presets ?? []).map { preset in
    FactoryPreset(
      preset.number, name: preset.name,
      values: [
        ParameterValue(Control.programs, Float(preset.program)),
        ParameterValue(Control.banks, Float(preset.bank)),
      ])
  }

  private static let controls = [
    Parameter(
      0, "gain", name: "Gain", group: "output", range: 0...10, unit: .linearGain, default: 0.2),
    Parameter(1, "reverb", name: "Reverb", group: "reverb", isOn: true),
    Parameter(2, "room", name: "Room Size", group: "reverb", range: 0...1, default: 0.2),
    Parameter(3, "damp", name: "Damping", group: "reverb", range: 0...1, default: 0),
    Parameter(4, "width", name: "Width", group: "reverb", range: 0...100, default: 0.5),
    Parameter(
      5, "reverb-level", name: "Reverb Level", group: "reverb", range: 0...1, unit: .linearGain,
      default: 0.9),
    Parameter(6, "chorus", name: "Chorus", group: "chorus", isOn: true),
    Parameter(
      7, "chorus-voices", name: "Chorus Voices", group: "chorus", range: 0...99, unit: .indexed,
      default: 3),
    Parameter(
      8, "chorus-level", name: "Chorus Level", group: "chorus", range: 0...10, unit: .linearGain,
      default: 2),
    Parameter(
      9, "speed", name: "Speed", group: "chorus", range: 0.1...5, unit: .hertz, default: 0.3,
      flags: .logarithmic),
    Parameter(
      10, "depth", name: "Depth", group: "chorus", range: 0...256, unit: .milliseconds,
      default: 8),
    Parameter(11, "shape", name: "Shape", group: "chorus", choices: ["Sine", "Triangle"]),
    Parameter(
      12, "polyphony", name: "Polyphony", group: "output",
      range: 1...Float(Synth.maximumPolyphony), unit: .indexed,
      default: Float(Synth.maximumPolyphony)),
    Parameter(
      13, "tune", name: "Fine Tune", group: "pitch", range: -100...100, unit: .cents, default: 0),
    Parameter(
      14, "transpose", name: "Transpose", group: "pitch", range: -24...24,
      unit: .relativeSemitones, default: 0),
  ]

  /// Program and bank of each part; part 10 plays drums.
  private static let parts = (0..<16).flatMap { part in
    let bank: Float = part == 9 ? Float(PartProgram.drumBank) : 0
    return [
      Parameter(
        Control.programs + UInt64(part), "program-\(part + 1)", name: "Program \(part + 1)",
        group: "parts", range: 0...127, unit: .indexed, default: 0),
      Parameter(
        Control.banks + UInt64(part), "bank-\(part + 1)", name: "Bank \(part + 1)",
        group: "parts", range: 0...16383, unit: .indexed, default: bank),
    ]
  }
}
