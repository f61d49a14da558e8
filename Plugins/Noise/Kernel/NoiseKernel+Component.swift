public import TenutoExtension

extension NoiseKernel {
  /// The generator and its parameters.
  public static let component = ComponentDescription(
    "augn nois Tnto", name: "Noise", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "White, pink, brown, blue and violet noise of an exact level",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Generator", "Noise", "Test Signal"],
    outputs: [.stereo], capabilities: [ChannelCapability(0, 2), ChannelCapability(0, 1)],
    parameters: parameters,
    groups: [
      ParameterGroup("sound", name: "Sound"), ParameterGroup("output", name: "Output"),
    ],
    overview: [0, 1, 2], presets: presets, isDeterministic: true)

  private static let parameters = [
    Parameter(
      0, "colour", name: "Colour", group: "sound",
      choices: ["White", "Pink", "Brown", "Blue", "Violet"]),
    Parameter(
      1, "level", name: "Level", group: "output", range: -96...0, unit: .decibels, default: -20,
      flags: .canRamp),
    Parameter(
      2, "correlation", name: "Stereo Correlation", group: "output", range: -1...1,
      unit: .generic, default: 0, flags: .canRamp),
    Parameter(3, "seed", name: "Seed", group: "sound", range: 0...9999, unit: .indexed, default: 0),
  ]

  private static let presets = [
    FactoryPreset(0, name: "White"),
    FactoryPreset(1, name: "Pink", values: [ParameterValue(0, 1)]),
    FactoryPreset(2, name: "Brown", values: [ParameterValue(0, 2)]),
    FactoryPreset(3, name: "Blue", values: [ParameterValue(0, 3)]),
    FactoryPreset(4, name: "Violet", values: [ParameterValue(0, 4)]),
    FactoryPreset(
      5, name: "Pink Mono, Loudspeaker Test", values: [ParameterValue(0, 1), ParameterValue(2, 1)]),
    FactoryPreset(
      6, name: "Surf",
      values: [ParameterValue(0, 2), ParameterValue(1, -26), ParameterValue(2, 0.4)]
    ),
    FactoryPreset(7, name: "Dither Floor", values: [ParameterValue(1, -93)]),
  ]
}
