import TenutoExtension

extension NoiseKernel {
  /// Sets a parameter, clamped to its range.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: setColour(Int(Self.clamp(value, 0, 4) + 0.5))
    case 1, 2: ramp(address, to: value, in: hasStarted ? Int(0.01 * sampleRate) : 0)
    case 3: random = FrameRandom(seed: UInt64(Self.clamp(value, 0, 9999) + 0.5))
    default: break
    }
  }

  /// Ramps a parameter linearly to a value, or sets it if it has no ramp.
  @_noLocks mutating func ramp(_ address: ParameterAddress, to value: Float, in frameCount: Int) {
    switch address {
    case 1: level.ramp(to: Self.clamp(value, -96, 0), frameCount: frameCount)
    case 2: correlation.ramp(to: Self.clamp(value, -1, 1), frameCount: frameCount)
    default: setParameter(address, to: value)
    }
  }

  @_noLocks private mutating func setColour(_ index: Int) {
    nextColour = index
    if !hasStarted { return switchColour() }
    if nextColour != colour && fade.target != 0 { fade.ramp(to: 0, frameCount: fadeFrameCount) }
  }

  /// Replaces the audible colour by the requested one.
  @_noLocks mutating func switchColour() {
    colour = nextColour
    filter = ColourFilter(colours[colour])
    fade = ParameterRamp(1)
  }

  /// Switches to the requested colour once the last one is silent.
  @_noLocks mutating func turnFade() {
    guard !fade.isMoving && fade.target == 0 else { return }
    switchColour()
    fade.ramp(from: 0, to: 1, frameCount: fadeFrameCount)
  }

  /// The frames of a fade to or from silence, 5 ms.
  private var fadeFrameCount: Int { @_noLocks get { max(1, Int(0.005 * sampleRate)) } }

  /// Returns `value` clamped to the limits, or the lower limit for NaN.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
