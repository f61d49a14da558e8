import TenutoExtension

/// The filter's parameters, which follow their aim without a click.
struct Tone: BitwiseCopyable {
  /// Where the filters are set now.
  private(set) var cutoff: Cutoff
  /// 1 / Q now.
  private(set) var damping: Float = 1.414_213_6
  /// What the damping grows by in a frame.
  private(set) var dampingStep: Float = 0
  /// The part of the way that a smoothed value goes in 16 frames: a time constant of 5 ms.
  let part: Float

  private var cutoffTarget: Float = 0
  private var envelopeTarget: Float = 0
  private var dampingTarget: Float = 1.414_213_6

  init(sampleRate: Double) {
    part = Float(1 - DSP.exp(-16 / (0.005 * sampleRate)))
    cutoff = Cutoff(
      octaves: 0, envelopeOctaves: 0, largestOctaves: Float(DSP.log2(0.47 * sampleRate)),
      radiansPerHertz: Float(.pi / sampleRate))
  }

  /// Sets the cutoff in Hz.
  @_noLocks mutating func setCutoff(_ hertz: Float) {
    cutoffTarget = Float(DSP.log2(Double(hertz)))
  }

  /// Sets what a full envelope adds to the cutoff.
  @_noLocks mutating func setEnvelope(semitones: Float) { envelopeTarget = semitones / 12 }

  /// Sets the resonance: 0 is flat (Q = 0.71), 100 is Q = 20, with equal ratios between.
  @_noLocks mutating func setResonance(percent: Float) {
    dampingTarget = 1.414_213_6 * Float(DSP.exp2(Double(percent) / 100 * -4.822_2))
  }

  /// Moves on by 16 frames.
  @_noLocks mutating func advance() {
    damping = damping + dampingStep * 16
    if abs(dampingTarget - damping) < 1e-6 { damping = dampingTarget }
    dampingStep = (dampingTarget - damping) * part / 16
    cutoff.octaves += (cutoffTarget - cutoff.octaves) * part
    cutoff.envelopeOctaves += (envelopeTarget - cutoff.envelopeOctaves) * part
  }

  /// Puts all values where they belong, at once: for when nothing sounds.
  @_noLocks mutating func settle() {
    damping = dampingTarget
    dampingStep = 0
    cutoff.octaves = cutoffTarget
    cutoff.envelopeOctaves = envelopeTarget
  }
}
