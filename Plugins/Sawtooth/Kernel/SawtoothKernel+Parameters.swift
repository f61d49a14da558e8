import TenutoExtension

extension SawtoothKernel {
  /// Sets a parameter by the addresses above, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: ramp(address, to: value, in: sounding.isEmpty ? 0 : Int(0.01 * sampleRate))
    case 1: times.setAttack(milliseconds: Self.clamp(value, 1, 5000))
    case 2: times.setDecay(milliseconds: Self.clamp(value, 1, 10000))
    case 3: setSustain(Self.clamp(value, 0, 1))
    case 4: setRelease(milliseconds: Self.clamp(value, 1, 10000))
    case 5: tone.setCutoff(Self.clamp(value, 20, 20000))
    case 6: tone.setResonance(percent: Self.clamp(value, 0, 100))
    case 7: tone.setEnvelope(semitones: Self.clamp(value, -48, 48))
    case 8: velocityOctaves = Self.clamp(value, 0, 48) / 12
    case 9: setBendRange(Self.clamp(value, 0, 96))
    default: break
    }
  }

  /// Ramps a parameter linearly to a value, or sets it if it has no ramp.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, in frameCount: Int) {
    switch address {
    case 0: return gain.ramp(to: Self.clamp(value, 0, 1), frameCount: frameCount)
    case 5: tone.rampCutoff(to: Self.clamp(value, 20, 20000), in: frameCount)
    case 6: tone.rampResonance(to: Self.clamp(value, 0, 100), in: frameCount)
    default: return setParameter(address, to: value)
    }
    aimRemaining = 0
  }

  @_noLocks private mutating func setRelease(milliseconds: Float) {
    times.setRelease(milliseconds: milliseconds)
    releaseSeconds = Double(milliseconds) / 1000
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

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
