public import TenutoExtension

extension ReverbKernel {
  /// The effect and its parameters.
  public static let component = ComponentDescription(
    "aufx rvrb Tnto", name: "Reverb", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "A reverb of sixteen delays in a feedback network", license: "Apache-2.0",
    contact: "Tenuto authors", tags: ["Reverb", "Space"], inputs: [.stereo], outputs: [.stereo],
    capabilities: [ChannelCapability(2, 2), ChannelCapability(1, 2)], parameters: parameters,
    groups: [
      ParameterGroup("room", name: "Room"), ParameterGroup("decay", name: "Decay"),
      ParameterGroup("output", name: "Output"),
    ],
    overview: [7, 2, 1, 0], presets: presets, isDeterministic: true)

  private static let parameters = [
    Parameter(
      0, "pre-delay", name: "Pre-Delay", group: "room", range: 0...250, unit: .milliseconds,
      default: 12),
    Parameter(
      1, "size", name: "Size", group: "room", range: 10...100, unit: .percent, default: 60),
    Parameter(
      2, "decay", name: "Decay Time", group: "decay", range: 0.1...30, unit: .seconds, default: 1.8,
      flags: .logarithmic),
    Parameter(
      3, "high-damping", name: "High Damping", group: "decay", range: 0...100, unit: .percent,
      default: 50),
    Parameter(
      4, "low-damping", name: "Low Damping", group: "decay", range: 0...100, unit: .percent,
      default: 10),
    Parameter(
      5, "diffusion", name: "Diffusion", group: "room", range: 0...100, unit: .percent,
      default: 80),
    Parameter(
      6, "modulation", name: "Modulation", group: "room", range: 0...100, unit: .percent,
      default: 30),
    Parameter(
      7, "mix", name: "Mix", group: "output", range: 0...100, unit: .percent, default: 30,
      flags: .canRamp),
    Parameter(
      8, "width", name: "Width", group: "output", range: 0...100, unit: .percent, default: 100,
      flags: .canRamp),
  ]

  /// The factory presets, whose numbers never change.
  private static let presets = [
    preset(0, "Room", [4, 30, 0.6, 45, 20, 75, 20, 22, 90]),
    preset(1, "Chamber", [8, 45, 1.1, 35, 15, 85, 25, 28, 100]),
    preset(2, "Hall", [22, 75, 2.2, 50, 8, 80, 35, 32, 100]),
    preset(3, "Plate", [0, 38, 1.7, 15, 35, 100, 45, 30, 100]),
    preset(4, "Cathedral", [45, 100, 6.5, 62, 5, 70, 40, 38, 100]),
    preset(5, "Studio", [2, 16, 0.3, 55, 30, 70, 10, 18, 80]),
    preset(6, "Scoring Stage", [16, 60, 1.4, 30, 12, 80, 25, 26, 100]),
    preset(7, "Endless", [60, 100, 24, 40, 20, 90, 70, 45, 100]),
  ]

  private static func preset(_ number: Int32, _ name: String, _ values: [Float]) -> FactoryPreset {
    FactoryPreset(
      number, name: name,
      values: values.enumerated().map { ParameterValue(ParameterAddress($0.offset), $0.element) })
  }
}
