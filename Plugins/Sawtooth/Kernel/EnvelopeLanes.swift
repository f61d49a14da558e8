import TenutoExtension

/// The envelopes of four voices: attack, decay, sustain and release, each an exponential segment.
struct EnvelopeLanes: BitwiseCopyable {
  /// The levels, which may be beyond 0 and 1 until the segment turns.
  private var raw = Lanes()
  /// The targets of the levels: above 1 in the attack, below 0 in the release.
  private var target = Lanes()
  /// The share of the distance that they move in a frame.
  private var rate = Lanes()

  @_noLocks init() {}

  /// The gains of the voices, 0...1.
  var level: Lanes {
    @inline(__always) @_noLocks get {
      var level = raw
      level.replace(with: 0, where: level .< 0)
      level.replace(with: 1, where: level .> 1)
      return level
    }
  }

  /// Moves all levels by one frame and returns them.
  @inline(__always) @_noLocks mutating func advance() -> Lanes {
    raw += (target - raw) * rate
    return level
  }

  /// Turns the levels that have reached 1 to the decay, and stops those that have reached 0.
  @_noLocks mutating func turn(decayRate: Float, sustain: Float) {
    let isAtPeak = (raw .>= 1) .& (target .> 1)
    let isAtEnd = (raw .<= 0) .& (target .< 0)
    raw = level
    target.replace(with: sustain, where: isAtPeak)
    rate.replace(with: decayRate, where: isAtPeak)
    rate.replace(with: 0, where: isAtEnd)
  }
}

extension EnvelopeLanes {
  /// Starts the attack from the level that there is.
  @_noLocks mutating func attack(_ lane: Int, rate: Float) {
    raw[lane] = level[lane]
    target[lane] = EnvelopeTimes.attackTarget
    self.rate[lane] = rate
  }

  /// Starts the release from the level that there is.
  @_noLocks mutating func release(_ lane: Int, rate: Float) {
    raw[lane] = level[lane]
    target[lane] = EnvelopeTimes.releaseTarget
    self.rate[lane] = rate
  }

  /// Moves a voice that decays or sustains to another sustain level.
  @_noLocks mutating func setSustain(_ lane: Int, to sustain: Float, rate: Float) {
    guard target[lane] <= 1 else { return }
    target[lane] = sustain
    self.rate[lane] = rate
  }

  /// Whether the voice has ended.
  @_noLocks func isSilent(_ lane: Int) -> Bool { raw[lane] <= 0 && target[lane] < 0 }
}
