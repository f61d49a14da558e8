public import TenutoExtension

extension SawtoothKernel {
  /// The instrument and its parameters.
  public static let component = ComponentDescription(
    "aumu saw1 Tnto", name: "Sawtooth", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "32 voices of a band-limited sawtooth with low-pass and envelope",
    license: "Apache-2.0", contact: "Tenuto authors", tags: ["Synthesizer", "Subtractive"],
    parameters: [gain] + envelope + filter + [bendRange],
    groups: [
      ParameterGroup("output", name: "Output"), ParameterGroup("envelope", name: "Envelope"),
      ParameterGroup("filter", name: "Filter"), ParameterGroup("pitch", name: "Pitch"),
    ],
    overview: [5, 6, 1, 4, 0], presets: presets, isDeterministic: true)

  private static let gain = Parameter(
    0, "gain", name: "Gain", group: "output", range: 0...1, unit: .linearGain, default: 0.5,
    flags: .canRamp)

  private static let envelope = [
    Parameter(
      1, "attack", name: "Attack", group: "envelope", range: 1...5000, unit: .milliseconds,
      default: 20, flags: .logarithmic),
    Parameter(
      2, "decay", name: "Decay", group: "envelope", range: 1...10000, unit: .milliseconds,
      default: 900, flags: .logarithmic),
    Parameter(
      3, "sustain", name: "Sustain", group: "envelope", range: 0...1, unit: .linearGain,
      default: 0.75),
    Parameter(
      4, "release", name: "Release", group: "envelope", range: 1...10000, unit: .milliseconds,
      default: 250, flags: .logarithmic),
  ]

  private static let filter = [
    Parameter(
      5, "cutoff", name: "Cutoff", group: "filter", range: 20...20000, unit: .hertz,
      default: 3500, flags: [.logarithmic, .canRamp]),
    Parameter(
      6, "resonance", name: "Resonance", group: "filter", range: 0...100, unit: .percent,
      default: 10, flags: .canRamp),
    Parameter(
      7, "filter-envelope", name: "Filter Envelope", group: "filter", range: -48...48,
      unit: .relativeSemitones, default: 7),
    Parameter(
      8, "filter-velocity", name: "Filter Velocity", group: "filter", range: 0...48,
      unit: .relativeSemitones, default: 12),
  ]

  private static let bendRange = Parameter(
    9, "bend-range", name: "Bend Range", group: "pitch", range: 0...96,
    unit: .relativeSemitones, default: 2)
}
