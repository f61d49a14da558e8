import TenutoExtension

/// A linear gain that is set in dB.
///
/// A ramp is straight in dB, as the parameter is; a step is smoothed in a straight line of the
/// linear gain, which makes the least noise.
struct Fader: BitwiseCopyable {
  /// The level from which on downwards nothing is heard, in dB.
  static var floor: Float { @_noLocks get { -90 } }

  private var decibels = ParameterRamp(0)
  private var smoothed = ParameterRamp(1)

  /// Whether the gain stays as it is.
  var isAtRest: Bool { @_noLocks get { !decibels.isMoving && !smoothed.isMoving } }

  /// The linear gain of the frame that comes next.
  var gain: Float {
    @_noLocks get { decibels.isMoving ? Self.linear(decibels.value) : smoothed.value }
  }

  /// Returns the linear gain of this frame and goes on to the next.
  @_noLocks mutating func next() -> Float {
    decibels.isMoving ? Self.linear(decibels.next()) : smoothed.next()
  }

  /// Goes to a level, smoothly in `frameCount` frames.
  @_noLocks mutating func set(_ level: Float, smoothing frameCount: Int) {
    smoothed.set(gain)
    decibels.set(level)
    smoothed.ramp(to: Self.linear(level), frameCount: frameCount)
  }

  /// Goes to a level in a line that is straight in dB.
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
