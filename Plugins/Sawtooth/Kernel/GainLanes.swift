import TenutoExtension

/// The loudness of four voices on both sides, which follows its aim without a click.
struct GainLanes: BitwiseCopyable {
  private(set) var left = Lanes()
  private(set) var right = Lanes()
  private var leftStep = Lanes()
  private var rightStep = Lanes()
  private var leftTarget = Lanes()
  private var rightTarget = Lanes()

  @_noLocks init() {}

  /// Moves all gains by one frame.
  @inline(__always) @_noLocks mutating func advance() {
    left += leftStep
    right += rightStep
  }

  /// Moves all gains by a part of the distance to their targets, in 16 frames.
  @_noLocks mutating func aim(part: Float) {
    leftStep = Self.step(&left, to: leftTarget, part: part) * 0.0625
    rightStep = Self.step(&right, to: rightTarget, part: part) * 0.0625
  }

  /// Returns `part` of the distance; a value within -100 dB of its target is set to it.
  @_noLocks private static func step(_ value: inout Lanes, to target: Lanes, part: Float) -> Lanes {
    let distance = target - value
    value.replace(with: target, where: distance * distance .< 1e-10)
    return (target - value) * part
  }

  /// Sets the sources of a voice's gains.
  @_noLocks mutating func setTarget(_ lane: Int, left: Float, right: Float) {
    leftTarget[lane] = left
    rightTarget[lane] = right
  }

  /// Sets a voice's gains to their targets at once.
  @_noLocks mutating func restart(_ lane: Int) {
    left[lane] = leftTarget[lane]
    right[lane] = rightTarget[lane]
    leftStep[lane] = 0
    rightStep[lane] = 0
  }
}
