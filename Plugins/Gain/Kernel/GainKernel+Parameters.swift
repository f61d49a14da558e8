import TenutoExtension

extension GainKernel {
  /// Sets a parameter smoothly, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    let smoothing = hasStarted ? smoothingFrameCount : 0
    gains.isValid = false
    switch address {
    case 0: fader.set(Self.clamp(value, Fader.floor, 24), smoothing: smoothing)
    case 1: balance.ramp(to: Self.clamp(value, -1, 1), frameCount: smoothing)
    case 2: leftSign.ramp(to: value >= 0.5 ? -1 : 1, frameCount: smoothing)
    case 3: rightSign.ramp(to: value >= 0.5 ? -1 : 1, frameCount: smoothing)
    case 4: mono.ramp(to: value >= 0.5 ? 1 : 0, frameCount: smoothing)
    default: break
    }
  }

  /// Moves a parameter linearly.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, frameCount: Int) {
    gains.isValid = false
    switch address {
    case 0: fader.ramp(to: Self.clamp(value, Fader.floor, 24), frameCount: frameCount)
    case 1: balance.ramp(to: Self.clamp(value, -1, 1), frameCount: frameCount)
    default: setParameter(address, to: value)
    }
  }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
