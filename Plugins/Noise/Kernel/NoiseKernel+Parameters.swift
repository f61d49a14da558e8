import TenutoExtension

extension NoiseKernel {
  /// Sets a parameter; a value out of its range is put on its border.
  @_noLocks mutating func setParameter(_ address: ParameterAddress, to value: Float) {
    switch address {
    case 0: setColour(Int(Self.clamp(value, 0, 4) + 0.5))
    case 1, 2: ramp(address, to: value, in: hasStarted ? Int(0.01 * sampleRate) : 0)
    case 3: random = FrameRandom(seed: UInt64(Self.clamp(value, 0, 9999) + 0.5))
    default: break
    }
  }

  /// Lets a parameter run to a value in a straight line; those that cannot are set.
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

  /// Puts the next colour in the place of the one that is heard.
  @_noLocks mutating func switchColour() {
    colour = nextColour
    filter = ColourFilter(colours[colour])
    fade = ParameterRamp(1)
  }

  /// Lets the next colour be heard, once the last one is silent.
  @_noLocks mutating func turnFade() {
    guard !fade.isMoving && fade.target == 0 else { return }
    switchColour()
    fade.ramp(from: 0, to: 1, frameCount: fadeFrameCount)
  }

  /// Frames to silence and from there, 5 ms.
  private var fadeFrameCount: Int { @_noLocks get { max(1, Int(0.005 * sampleRate)) } }

  /// Returns `value` within the limits, and the lower one for what is no number.
  @_noLocks private static func clamp(_ value: Float, _ lower: Float, _ upper: Float) -> Float {
    value > lower ? (value < upper ? value : upper) : lower
  }
}
