import TenutoExtension

/// Attack, decay, sustain and release of one voice, each an exponential segment.
struct Envelope: BitwiseCopyable {
  private(set) var level: Float = 0
  /// The target of the level, above 1 in the attack and below 0 in the release.
  private var target: Float = 0
  private var rate: Float = 0
  /// Whether the voice has ended.
  private(set) var isOver = false

  @_noLocks init() {}

  /// Starts the attack.
  @_noLocks mutating func attack(_ times: EnvelopeTimes) {
    target = EnvelopeTimes.attackTarget
    rate = times.attack
  }

  /// Starts the release in the time of `rate`.
  @_noLocks mutating func release(rate: Float) {
    target = EnvelopeTimes.releaseTarget
    self.rate = rate
  }

  /// Applies a new sustain level.
  @_noLocks mutating func setSustain(_ times: EnvelopeTimes) {
    guard target <= 1 else { return }
    target = times.sustain
    rate = times.decay
  }

  /// Advances by one frame.
  @inline(__always) @_noLocks mutating func next(_ times: EnvelopeTimes) -> Float {
    level += (target - level) * rate
    if level >= 1 && target > 1 {
      level = 1
      target = times.sustain
      rate = times.decay
    } else if level <= 0 {
      level = 0
      isOver = target < 0
    }
    return level
  }
}
