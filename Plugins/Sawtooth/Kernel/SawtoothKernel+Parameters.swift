public import TenutoExtension

extension SawtoothKernel {
  /// The instrument and its parameters.
  public static let component = ComponentDescription(
    "aumu saw1 Tnto", name: "Sawtooth", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "32 voices of a band-limited sawtooth with low-pass and envelope",
    tags: ["Synthesizer"],
    parameters: [
      Parameter(0, "gain", name: "Gain", range: 0...1, unit: .linearGain, default: 0.5),
      Parameter(
        1, "attack", name: "Attack", range: 1...5000, unit: .milliseconds, default: 20),
      Parameter(
        2, "decay", name: "Decay", range: 1...10000, unit: .milliseconds, default: 900),
      Parameter(3, "sustain", name: "Sustain", range: 0...1, unit: .linearGain, default: 0.75),
      Parameter(
        4, "release", name: "Release", range: 1...10000, unit: .milliseconds, default: 250),
      Parameter(
        5, "cutoff", name: "Cutoff", range: 20...20000, unit: .hertz, default: 3500),
      Parameter(
        6, "resonance", name: "Resonance", range: 0...100, unit: .percent, default: 10),
      Parameter(
        7, "filter-envelope", name: "Filter Envelope", range: -48...48,
        unit: .relativeSemitones, default: 7),
      Parameter(
        8, "filter-velocity", name: "Filter Velocity", range: 0...48,
        unit: .relativeSemitones, default: 12),
      Parameter(
        9, "bend-range", name: "Bend Range", range: 0...96,
        unit: .relativeSemitones, default: 2),
    ])

  /// Sets a parameter by the addresses above; a value out of its range is put on its border.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: setGain(Self.clamp(value, 0, 1))
    case 1: times.setAttack(milliseconds: Self.clamp(value, 1, 5000))
    case 2: times.setDecay(milliseconds: Self.clamp(value, 1, 10000))
    case 3: setSustain(Self.clamp(value, 0, 1))
    case 4: times.setRelease(milliseconds: Self.clamp(value, 1, 10000))
    case 5: tone.setCutoff(Self.clamp(value, 20, 20000))
    case 6: tone.setResonance(percent: Self.clamp(value, 0, 100))
    case 7: tone.setEnvelope(semitones: Self.clamp(value, -48, 48))
    case 8: velocityOctaves = Self.clamp(value, 0, 48) / 12
    case 9: setBendRange(Self.clamp(value, 0, 96))
    default: break
    }
  }

  @_noLocks private mutating func setGain(_ value: Float) {
    gain = value
    updateGains()
  }

  @_noLocks private mutating func setSustain(_ value: Float) {
    times.setSustain(value)
    updateSustain()
  }

  @_noLocks private mutating func setBendRange(_ semitones: Float) {
    for channel in channels.indices { channels[channel].bendRange = Double(semitones) }
    var members = sounding
    while let voice = members.popFirst() { updatePitch(voice) }
  }

  /// Returns `value` within the limits, and the lower one for what is no number.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
