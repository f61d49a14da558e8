import TenutoExtension

/// The speed of the reduction, as the share of the distance that remains after one frame.
struct Ballistics: BitwiseCopyable {
  private let sampleRate: Double
  private(set) var attack = 0.0
  private(set) var release = 0.0

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    setAttack(milliseconds: 10)
    setRelease(milliseconds: 120)
  }

  /// Sets the time that an increase of the reduction takes to 63 % of its way.
  @_noLocks mutating func setAttack(milliseconds: Float) { attack = rest(milliseconds) }

  /// Sets the time that a decrease of the reduction takes to 63 % of its way.
  @_noLocks mutating func setRelease(milliseconds: Float) { release = rest(milliseconds) }

  @_noLocks private func rest(_ milliseconds: Float) -> Double {
    DSP.exp(-1000 / (Double(milliseconds) * sampleRate))
  }
}

/// The smoothed reduction of one channel.
struct ReductionSmoother: BitwiseCopyable {
  /// The reduction in dB, 0 or more.
  private(set) var value = 0.0

  // Written out: debug builds reject an implicit initialiser of another file on the render path.
  @_noLocks init() {}

  /// Moves the reduction towards `target` by one frame.
  @inline(__always) @_noLocks mutating func follow(_ target: Double, _ ballistics: Ballistics) {
    let rest = target > value ? ballistics.attack : ballistics.release
    value = target + rest * (value - target)
    if value < 1e-6 { value = 0 }
  }

  /// The linear gain.
  var gain: Float {
    @inline(__always) @_noLocks get {
      value == 0 ? 1 : Float(FastMath.exp2(value * -0.166_096_404_744_368_1))
    }
  }
}
