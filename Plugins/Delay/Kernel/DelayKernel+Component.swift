public import TenutoExtension

extension DelayKernel {
  /// The effect and its parameters.
  public static let component = ComponentDescription(
    "aufx dely Tnto", name: "Delay", manufacturerName: "Tenuto", version: "1.1.0",
    summary: "Repeats its input, ever quieter, optionally in time with the music",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Delay"], inputs: [.stereo],
    capabilities: [ChannelCapability(2, 2), ChannelCapability(1, 2)], parameters: parameters,
    groups: [ParameterGroup("time", name: "Time"), ParameterGroup("level", name: "Level")],
    overview: [0, 3, 1, 2], presets: presets, isDeterministic: true)

  private static let parameters = [
    Parameter(
      0, "time", name: "Time", group: "time", range: 1...2000, unit: .milliseconds, default: 375,
      flags: .logarithmic),
    Parameter(
      1, "feedback", name: "Feedback", group: "level", range: 0...95, unit: .percent, default: 35,
      flags: .canRamp),
    Parameter(
      2, "mix", name: "Mix", group: "level", range: 0...100, unit: .percent, default: 25,
      flags: .canRamp),
    Parameter(3, "sync", name: "Tempo Sync", group: "time", choices: SyncedTime.names),
  ]

  private static let presets = [
    FactoryPreset(0, name: "Echo"),
    preset(1, "Slapback", [95, 0, 30, 0]),
    preset(2, "Dotted Eighth", [375, 45, 30, 12]),
    preset(3, "Quarter Repeats", [500, 50, 30, 7]),
    preset(4, "Triplet Drift", [333, 60, 25, 11]),
    preset(5, "Long Fade", [900, 80, 35, 0]),
    preset(6, "Comb", [8, 85, 50, 0]),
  ]

  private static func preset(
    _ number: Int32, _ name: String, _ values: [Float]
  ) -> FactoryPreset {
    let pairs = values.enumerated().map { ParameterValue(ParameterAddress($0), $1) }
    return FactoryPreset(number, name: name, values: pairs)
  }
}
