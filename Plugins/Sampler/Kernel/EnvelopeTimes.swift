import TenutoExtension

/// The times of the envelope, as the part of its way that a level covers in a frame.
struct EnvelopeTimes: BitwiseCopyable {
  private let sampleRate: Double
  /// From 0 to 1 in the attack time.
  private(set) var attack: Float = 0
  /// Reaches a thousandth of the distance in the decay time.
  private(set) var decay: Float = 0
  /// From 1 to silence in the release time.
  private(set) var release: Float = 0
  /// From 1 to silence in 5 ms.
  private(set) var cut: Float = 0
  /// The target of the decay.
  private(set) var sustain: Float = 0

  /// Creates the times for a sample rate in Hz.
  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    cut = rate(seconds: 0.005, logarithm: 6.9088)
  }

  /// The target of the attack, which ends when it reaches 1.
  static var attackTarget: Float { @_noLocks get { 1.25 } }

  /// The target of the release, which ends when it reaches 0.
  static var releaseTarget: Float { @_noLocks get { -0.001 } }

  /// Sets the time from silence to the peak.
  @_noLocks mutating func setAttack(milliseconds: Float) {
    attack = rate(seconds: Double(milliseconds) / 1000, logarithm: 1.6094)  // ln(1.25 / 0.25)
  }

  /// Sets the time in which the distance to the sustain level falls by 60 dB.
  @_noLocks mutating func setDecay(milliseconds: Float) {
    decay = rate(seconds: Double(milliseconds) / 1000, logarithm: 6.9078)  // ln(1000)
  }

  /// Sets the level after the decay, 0...1; 0 uses the target of the release, so that it is
  /// reached.
  @_noLocks mutating func setSustain(_ level: Float) {
    sustain = level > 0.001 ? level : Self.releaseTarget
  }

  /// Sets the time from the peak to silence.
  @_noLocks mutating func setRelease(milliseconds: Float) {
    release = rate(seconds: Double(milliseconds) / 1000, logarithm: 6.9088)  // ln(1.001 / 0.001)
  }

  /// Returns the part of the distance per frame for a segment that lasts `logarithm` time constants.
  @_noLocks private func rate(seconds: Double, logarithm: Double) -> Float {
    Float(1 - DSP.exp(-logarithm / (seconds * sampleRate)))
  }
}
