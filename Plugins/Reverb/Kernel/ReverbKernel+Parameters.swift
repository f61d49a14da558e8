import TenutoExtension

extension ReverbKernel {
  /// Sets a parameter, clamped to its range.
  ///
  /// The value applies at once during silence, and is smoothed otherwise.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: room.preDelay = Self.clamp(value, 0, 250) / 1000
    case 1: room.size = Self.clamp(value, 10, 100) / 100
    case 2: room.decay = Self.clamp(value, 0.1, 30)
    case 3: room.highRatio = 1 - 0.85 * Self.clamp(value, 0, 100) / 100
    case 4: room.lowRatio = 1 - 0.85 * Self.clamp(value, 0, 100) / 100
    case 5: room.diffusion = Float(Self.clamp(value, 0, 100)) * 0.007
    case 6: room.swing = Float(Self.clamp(value, 0, 100) * 0.000_005 * sampleRate)
    case 7, 8: return ramp(address, to: value, in: isEmpty ? 0 : Int(0.01 * sampleRate))
    default: return
    }
    follow()
  }

  /// Ramps a parameter linearly to a value, or sets it if it has no ramp.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, in frameCount: Int) {
    switch address {
    case 7:
      mix.ramp(to: Float(Self.clamp(value, 0, 100) / 100), frameCount: frameCount)
      updateMix()
    case 8: width.ramp(to: Float(Self.clamp(value, 0, 100) / 100), frameCount: frameCount)
    default: setParameter(address, to: value)
    }
  }

  /// Computes the gains of the mix, which keep the power of uncorrelated sound.
  @_noLocks mutating func updateMix() {
    let part = Double(min(max(mix.value, 0), 1))
    dryGain = Float(DSP.squareRoot(1 - part))
    wetGain = Float(DSP.squareRoot(part))
  }

  /// Applies the changed room.
  @_noLocks private mutating func follow() {
    targetDamping = room.damping()
    for line in 0..<16 { targetLengths[line] = Float(room.length(line)) }
    preDelay.set(Int(room.preDelay * sampleRate + 0.5))
    if isEmpty { settle() }
  }

  /// Jumps to the targets of all smoothed values, for use during silence.
  @_noLocks mutating func settle() {
    preDelay.settle()
    diffusionFeedback = room.diffusion
    network.settle(room, damping: targetDamping)
  }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private static func clamp(_ value: Float, _ lower: Double, _ upper: Double) -> Double {
    let value = Double(value)
    return value > lower ? (value < upper ? value : upper) : lower
  }
}
