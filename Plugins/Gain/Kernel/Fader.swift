import TenutoExtension

/// A linear gain that is set in dB.
///
/// A ramp is linear in dB, like the parameter; a step is smoothed linearly in gain, which makes the
/// least noise.
struct Fader: BitwiseCopyable {
  /// The level in dB at and below which the gain is 0.
  static var floor: Float { @_noLocks get { -90 } }

  private var decibels = ParameterRamp(0)
  private var smoothed = ParameterRamp(1)

  /// Whether the gain is constant.
  var isAtRest: Bool { @_noLocks get { !decibels.isMoving && !smoothed.isMoving } }

  /// The linear gain of the next frame.
  var gain: Float {
    @_noLocks get { decibels.isMoving ? Self.linear(decibels.value) : smoothed.value }
  }

  /// Returns the linear gain of this frame and advances to the next.
  @_noLocks mutating func next() -> Float {
    decibels.isMoving ? Self.linear(decibels.next()) : smoothed.next()
  }

  /// Moves to a level smoothly in `frameCount` frames.
  @_noLocks mutating func set(_ level: Float, smoothing frameCount: Int) {
    smoothed.set(gain)
    decibels.set(level)
    smoothed.ramp(to: Self.linear(level), frameCount: frameCount)
  }

  /// Ramps to a level, linearly in dB.
  @_noLocks mutating func ramp(to level: Float, frameCount: Int) {
    let gain = Double(gain)
    let start = gain > 0 ? Float(6.020_599_913 * DSP.log2(gain)) : Self.floor
    decibels.set(max(Self.floor, start))
    decibels.ramp(to: level, frameCount: frameCount)
    smoothed.set(Self.linear(level))
  }

  @_noLocks private static func linear(_ level: Float) -> Float {
    if level == 0 { return 1 }
    return level > floor ? Float(DSP.gain(decibels: Double(level))) : 0
  }
}
