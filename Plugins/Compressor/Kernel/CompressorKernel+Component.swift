public import TenutoExtension

extension CompressorKernel {
  /// The effect and its parameters.
  public static let component = ComponentDescription(
    "aufx comp Tnto", name: "Compressor", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "A feed-forward compressor with side chain, soft knee and look-ahead",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Dynamics Processor"],
    inputs: [.stereo, BusDescription("Side Chain", channelCount: 2, isOptional: true)],
    outputs: [.stereo], capabilities: [ChannelCapability(1, 1), ChannelCapability(2, 2)],
    parameters: curve + times + detector + output,
    groups: [
      ParameterGroup("curve", name: "Curve"), ParameterGroup("times", name: "Times"),
      ParameterGroup("detector", name: "Detector"), ParameterGroup("output", name: "Output"),
    ],
    overview: [0, 1, 3, 4, 6, 13], presets: presets, isDeterministic: true)

  private static let curve = [
    Parameter(
      0, "threshold", name: "Threshold", group: "curve", range: -60...0, unit: .decibels,
      default: -18, flags: .canRamp, dependents: [6]),
    Parameter(
      1, "ratio", name: "Ratio", group: "curve", range: 1...100, unit: .ratio, default: 4,
      flags: .logarithmic),
    Parameter(
      2, "knee", name: "Knee", group: "curve", range: 0...24, unit: .decibels, default: 6),
  ]

  private static let times = [
    Parameter(
      3, "attack", name: "Attack", group: "times", range: 0.05...250, unit: .milliseconds,
      default: 10, flags: .logarithmic),
    Parameter(
      4, "release", name: "Release", group: "times", range: 5...5000, unit: .milliseconds,
      default: 120, flags: .logarithmic),
    Parameter(
      5, "look-ahead", name: "Look-Ahead", group: "times", range: 0...3, unit: .milliseconds,
      default: 0),
  ]

  private static let detector = [
    Parameter(
      8, "detector", name: "Detector", group: "detector", choices: ["Peak", "RMS"]),
    Parameter(
      9, "link", name: "Stereo Link", group: "detector", range: 0...100, unit: .percent,
      default: 100),
    Parameter(
      10, "high-pass", name: "High-Pass", group: "detector", range: 20...1000, unit: .hertz,
      default: 20, flags: .logarithmic),
    Parameter(11, "external", name: "External Side Chain", group: "detector", isOn: false),
  ]

  private static let output = [
    Parameter(
      6, "make-up", name: "Make-Up", group: "output", range: 0...36, unit: .decibels,
      default: 0, flags: .canRamp),
    Parameter(7, "auto-make-up", name: "Auto Make-Up", group: "output", isOn: false),
    Parameter(
      12, "mix", name: "Mix", group: "output", range: 0...100, unit: .percent, default: 100,
      flags: .canRamp),
    Parameter(
      13, "reduction", name: "Gain Reduction", group: "output", range: 0...100, unit: .decibels,
      default: 0, flags: .readOnly),
  ]

  private static let presets = [
    preset(0, "Gentle", [-18, 2, 12, 20, 200], makeUp: 3),
    preset(1, "Vocal", [-22, 3.5, 8, 5, 90], makeUp: 6),
    preset(2, "Drum Punch", [-16, 5, 3, 30, 60], makeUp: 5),
    preset(
      3, "Bus Glue", [-14, 2, 10, 30, 250], makeUp: 2,
      others: [ParameterValue(8, 1), ParameterValue(10, 90)]),
    preset(
      4, "Limiter", [-3, 100, 0, 0.3, 50], makeUp: 0, others: [ParameterValue(5, 3)]),
    preset(
      5, "Parallel Crush", [-38, 12, 6, 0.5, 80], makeUp: 18, others: [ParameterValue(12, 35)]),
    preset(
      6, "Pumping Side Chain", [-30, 8, 3, 1, 180], makeUp: 0, others: [ParameterValue(11, 1)]),
  ]

  private static func preset(
    _ number: Int32, _ name: String, _ values: [Float], makeUp: Float,
    others: [ParameterValue] = []
  ) -> FactoryPreset {
    let first = values.enumerated().map { ParameterValue(ParameterAddress($0), $1) }
    return FactoryPreset(
      number, name: name, values: first + [ParameterValue(6, makeUp)] + others)
  }
}
