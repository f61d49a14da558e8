public import TenutoExtension

extension FilterKernel {
  /// The effect and its parameters.
  public static let component = ComponentDescription(
    "aufx fltr Tnto", name: "Filter", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "A state-variable filter with nine shapes, for modulation at audio rate",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Filter", "EQ"],
    inputs: [.stereo], outputs: [.stereo],
    capabilities: (1...8).map { ChannelCapability($0, $0) }, parameters: parameters,
    groups: [
      ParameterGroup("filter", name: "Filter"), ParameterGroup("output", name: "Output"),
    ],
    overview: [1, 2, 0, 4], presets: presets, isDeterministic: true)

  private static let parameters = [
    Parameter(
      0, "shape", name: "Shape", group: "filter",
      choices: [
        "Low-Pass", "High-Pass", "Band-Pass", "Notch", "Peak", "All-Pass", "Bell", "Low Shelf",
        "High Shelf",
      ]),
    Parameter(
      1, "cutoff", name: "Cutoff", group: "filter", range: 20...20000, unit: .hertz,
      default: 1000, flags: [.logarithmic, .canRamp]),
    Parameter(
      2, "resonance", name: "Resonance", group: "filter", range: 0.1...50, unit: .generic,
      default: 0.707_106_8, flags: [.logarithmic, .canRamp]),
    Parameter(
      3, "gain", name: "Gain", group: "filter", range: -24...24, unit: .decibels, default: 0,
      flags: .canRamp),
    Parameter(
      4, "mix", name: "Mix", group: "output", range: 0...100, unit: .percent, default: 100,
      flags: .canRamp),
  ]

  private static let presets = [
    preset(0, "Open Low-Pass", .lowPass, 8000, 0.707_106_8),
    preset(1, "Warm", .lowPass, 2500, 0.9),
    preset(2, "Squelch", .lowPass, 600, 12),
    preset(3, "Rumble Cut", .highPass, 80, 0.707_106_8),
    preset(4, "Telephone", .bandPass, 1200, 0.8),
    preset(5, "Hum Notch", .notch, 50, 10),
    preset(6, "Presence", .bell, 3500, 0.9, gain: 5),
    preset(7, "Bass Lift", .lowShelf, 120, 0.707_106_8, gain: 6),
    preset(8, "Air", .highShelf, 9000, 0.707_106_8, gain: 4),
  ]

  private static func preset(
    _ number: Int32, _ name: String, _ shape: FilterShape, _ cutoff: Float, _ resonance: Float,
    gain: Float = 0
  ) -> FactoryPreset {
    FactoryPreset(
      number, name: name,
      values: [
        ParameterValue(0, Float(shape.rawValue)), ParameterValue(1, cutoff),
        ParameterValue(2, resonance), ParameterValue(3, gain),
      ])
  }
}
