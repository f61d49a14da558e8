public import TenutoExtension

extension SamplerKernel {
  /// The instrument and its parameters.
  public static let component = ComponentDescription(
    "aumu smpl Tnto", name: "Sampler", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "A recorded sound at any pitch, 32 voices", license: "Apache-2.0",
    contact: "Tenuto authors", tags: ["Sampler"], parameters: parameters,
    groups: [
      ParameterGroup("output", name: "Output"), ParameterGroup("envelope", name: "Envelope"),
      ParameterGroup("sound", name: "Sound"), ParameterGroup("pitch", name: "Pitch"),
    ],
    overview: [0, 1, 4, 6, 9], presets: presets, isDeterministic: true)

  private static let parameters = [
    Parameter(
      0, "gain", name: "Gain", group: "output", range: 0...1, unit: .linearGain, default: 0.5,
      flags: .canRamp),
    Parameter(
      1, "attack", name: "Attack", group: "envelope", range: 1...5000, unit: .milliseconds,
      default: 1, flags: .logarithmic),
    Parameter(
      2, "decay", name: "Decay", group: "envelope", range: 1...20000, unit: .milliseconds,
      default: 8000, flags: .logarithmic),
    Parameter(
      3, "sustain", name: "Sustain", group: "envelope", range: 0...1, unit: .linearGain,
      default: 0),
    Parameter(
      4, "release", name: "Release", group: "envelope", range: 1...10000, unit: .milliseconds,
      default: 350, flags: .logarithmic),
    Parameter(
      5, "velocity", name: "Velocity", group: "output", range: 0...100, unit: .percent,
      default: 100),
    Parameter(
      6, "transpose", name: "Transpose", group: "pitch", range: -48...48,
      unit: .relativeSemitones, default: 0),
    Parameter(
      7, "tune", name: "Fine Tune", group: "pitch", range: -100...100, unit: .cents, default: 0),
    Parameter(
      8, "start", name: "Start Offset", group: "sound", range: 0...100, unit: .percent,
      default: 0),
    Parameter(
      9, "playback", name: "Playback", group: "sound",
      choices: ["Loop", "Once While Held", "One-Shot"]),
    Parameter(
      10, "bend-range", name: "Bend Range", group: "pitch", range: 0...96,
      unit: .relativeSemitones, default: 2),
  ]

  private static let presets = [
    FactoryPreset(0, name: "Electric Piano"),
    preset(1, "Soft Organ", [0.5, 15, 500, 1, 120, 60, 0, 0, 40, 0]),
    preset(2, "Glass Pad", [0.5, 900, 4000, 0.8, 2500, 70, 12, 4, 30, 0]),
    preset(3, "Sub Bass", [0.6, 2, 900, 0.6, 90, 80, -12, 0, 10, 0]),
    preset(4, "Marimba", [0.6, 1, 450, 0, 400, 100, 0, 0, 0, 0]),
    preset(5, "Struck Once", [0.5, 1, 20000, 1, 100, 100, 0, 0, 0, 2]),
  ]

  private static func preset(_ number: Int32, _ name: String, _ values: [Float]) -> FactoryPreset {
    FactoryPreset(
      number, name: name,
      values: values.enumerated().map { ParameterValue(ParameterAddress($0.offset), $0.element) })
  }
}
