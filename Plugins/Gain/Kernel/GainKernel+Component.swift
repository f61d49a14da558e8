public import TenutoExtension

extension GainKernel {
  /// The effect and its parameters.
  public static let component = ComponentDescription(
    "aufx gain Tnto", name: "Gain", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "Level, balance, phase and mono, without clicks, with a peak meter",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Utility", "Mixer"],
    inputs: [.stereo], outputs: [.stereo], capabilities: [ChannelCapability(-1, -1)],
    parameters: [
      Parameter(
        0, "gain", name: "Gain", group: "level", range: -90...24, unit: .decibels, default: 0,
        flags: .canRamp),
      Parameter(
        1, "balance", name: "Balance", group: "level", range: -1...1, unit: .pan, default: 0,
        flags: .canRamp),
      Parameter(2, "invert-left", name: "Invert Left", group: "phase", isOn: false),
      Parameter(3, "invert-right", name: "Invert Right", group: "phase", isOn: false),
      Parameter(4, "mono", name: "Mono", group: "phase", isOn: false),
      Parameter(
        5, "peak-left", name: "Peak Left", group: "meter", range: -90...60, unit: .decibels,
        default: -90, flags: .readOnly),
      Parameter(
        6, "peak-right", name: "Peak Right", group: "meter", range: -90...60, unit: .decibels,
        default: -90, flags: .readOnly),
    ],
    groups: [
      ParameterGroup("level", name: "Level"), ParameterGroup("phase", name: "Phase"),
      ParameterGroup("meter", name: "Meter"),
    ],
    overview: [0, 1, 5, 6],
    presets: [
      FactoryPreset(0, name: "Unity"),
      FactoryPreset(1, name: "Half", values: [ParameterValue(0, -6.020_6)]),
      FactoryPreset(2, name: "Headroom", values: [ParameterValue(0, -18)]),
      FactoryPreset(3, name: "Mono Check", values: [ParameterValue(4, 1)]),
      FactoryPreset(
        4, name: "Difference", values: [ParameterValue(3, 1), ParameterValue(4, 1)]),
      FactoryPreset(5, name: "Off", values: [ParameterValue(0, -90)]),
    ],
    isDeterministic: true)
}
