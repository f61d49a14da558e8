public import TenutoExtension

extension ArpeggiatorKernel {
  /// The MIDI processor and its parameters.
  public static let component = ComponentDescription(
    "aumi arpg Tnto", name: "Arpeggiator", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "Plays held notes one after another on the grid of the music",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Arpeggiator", "MIDI"],
    inputs: [], outputs: [], parameters: pattern + time + touch,
    groups: [
      ParameterGroup("pattern", name: "Pattern"), ParameterGroup("time", name: "Time"),
      ParameterGroup("touch", name: "Touch"),
    ],
    overview: [0, 2, 1, 3, 7], presets: presets, midiOutputs: ["Arpeggio"],
    isDeterministic: true)

  private static let pattern = [
    Parameter(
      0, "mode", name: "Mode", group: "pattern",
      choices: ["Up", "Down", "Up and Down", "Random", "As Played", "Chord"]),
    Parameter(
      1, "octaves", name: "Octaves", group: "pattern", range: 1...4, unit: .indexed, default: 1),
    Parameter(7, "latch", name: "Latch", group: "pattern", isOn: false),
    Parameter(
      8, "seed", name: "Random Seed", group: "pattern", range: 0...999, unit: .indexed,
      default: 0),
  ]

  private static let time = [
    Parameter(
      2, "rate", name: "Rate", group: "time", choices: ArpeggioRate.names,
      default: ArpeggioRate.sixteenth),
    Parameter(
      3, "gate", name: "Gate", group: "time", range: 1...100, unit: .percent, default: 50),
    Parameter(
      4, "swing", name: "Swing", group: "time", range: 50...75, unit: .percent, default: 50),
    Parameter(
      9, "tempo", name: "Free Tempo", group: "time", range: 20...300, unit: .beatsPerMinute,
      default: 120),
  ]

  private static let touch = [
    Parameter(
      5, "velocity-mode", name: "Velocity", group: "touch",
      choices: ["As Played", "Fixed", "Accents"]),
    Parameter(
      6, "velocity", name: "Fixed Velocity", group: "touch", range: 1...100, unit: .percent,
      default: 80),
  ]

  private static let presets = [
    FactoryPreset(0, name: "Sixteenths Up"),
    FactoryPreset(1, name: "Two Octaves", values: [ParameterValue(0, 2), ParameterValue(1, 2)]),
    FactoryPreset(
      2, name: "Swung Eighths",
      values: [ParameterValue(2, 9), ParameterValue(4, 62), ParameterValue(3, 70)]),
    FactoryPreset(
      3, name: "Triplet Rain",
      values: [
        ParameterValue(0, 3), ParameterValue(1, 3), ParameterValue(2, 13), ParameterValue(3, 40),
      ]),
    FactoryPreset(
      4, name: "Chord Stabs",
      values: [ParameterValue(0, 5), ParameterValue(2, 11), ParameterValue(3, 30)]),
    FactoryPreset(
      5, name: "Accented Line",
      values: [ParameterValue(0, 4), ParameterValue(5, 2), ParameterValue(7, 1)]),
  ]
}
