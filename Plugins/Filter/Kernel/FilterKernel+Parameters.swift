import TenutoExtension

extension FilterKernel {
  /// Sets a parameter smoothly, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    let smoothing = hasStarted ? smoothingFrameCount : 0
    piece.isValid = false
    switch address {
    case 0: controls.setShape(FilterShape(parameter: value), isSmooth: hasStarted)
    case 1: controls.setCutoff(Self.clamp(value, 20, 20000), isSmooth: hasStarted)
    case 2: controls.setResonance(Self.clamp(value, 0.1, 50), over: smoothing)
    case 3: controls.setGain(Self.clamp(value, -24, 24), over: smoothing)
    case 4: mix.ramp(to: Self.clamp(value, 0, 100) / 100, frameCount: smoothing)
    default: break
    }
  }

  /// Moves a parameter linearly.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, frameCount: Int) {
    piece.isValid = false
    switch address {
    case 1: controls.rampCutoff(to: Self.clamp(value, 20, 20000), frameCount: frameCount)
    case 2: controls.setResonance(Self.clamp(value, 0.1, 50), over: frameCount)
    case 3: controls.setGain(Self.clamp(value, -24, 24), over: frameCount)
    case 4: mix.ramp(to: Self.clamp(value, 0, 100) / 100, frameCount: frameCount)
    default: setParameter(address, to: value)
    }
  }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
