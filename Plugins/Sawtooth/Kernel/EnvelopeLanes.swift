import TenutoExtension

/// The envelopes of eight voices: attack, decay, sustain and release, each an exponential segment.
struct EnvelopeLanes: BitwiseCopyable {
  /// What the voices are multiplied by, 0...1.
  private(set) var level = Lanes()
  /// What the levels run to: above 1 in the attack, below 0 in the release.
  private var target = Lanes()
  /// Which part of the way they go in a frame.
  private var rate = Lanes()

  @_noLocks init() {}

  /// Moves all levels by one frame; a level that reaches 1 turns to the decay.
  @inline(__always) @_noLocks mutating func advance(decayRate: Lanes, sustain: Lanes) {
    level += (target - level) * rate
    let isAtPeak = level .>= 1
    target.replace(with: sustain, where: isAtPeak)
    rate.replace(with: decayRate, where: isAtPeak)
    level.replace(with: 1, where: isAtPeak)
    level.replace(with: 0, where: level .< 0)
  }
}

extension EnvelopeLanes {
  /// Starts the attack from the level that there is.
  @_noLocks mutating func attack(_ lane: Int, rate: Float) {
    target[lane] = EnvelopeTimes.attackTarget
    self.rate[lane] = rate
  }

  /// Starts the release from the level that there is.
  @_noLocks mutating func release(_ lane: Int, rate: Float) {
    target[lane] = EnvelopeTimes.releaseTarget
    self.rate[lane] = rate
  }

  /// Moves a voice that decays or sustains to another sustain level.
  @_noLocks mutating func setSustain(_ lane: Int, to sustain: Float) {
    if target[lane] >= 0 && target[lane] <= 1 { target[lane] = sustain }
  }

  /// Whether the voice has ended.
  @_noLocks func isSilent(_ lane: Int) -> Bool { level[lane] == 0 && target[lane] < 0 }
}
