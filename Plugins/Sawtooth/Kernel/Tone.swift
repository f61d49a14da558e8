import TenutoExtension

/// The filter's parameters, which follow their targets smoothly.
struct Tone: BitwiseCopyable {
  /// The setting of the filters at the end of the frames of this target.
  private(set) var cutoff: Cutoff
  /// 1 / Q at the start of the frames of this target.
  private(set) var damping: Float = 1.414_213_6
  /// The change of the damping per frame.
  private(set) var dampingStep: Float = 0
  /// The part of its way that a smoothed value covers in 16 frames: a time constant of 5 ms.
  let part: Float

  private var cutoffTarget: Float = 0
  private var envelopeTarget: Float = 0
  private var dampingTarget: Float = 1.414_213_6
  /// The cutoff in Hz during a ramp.
  private var cutoffRamp = ParameterRamp(0)
  /// The resonance in percent during a ramp.
  private var resonanceRamp = ParameterRamp(0)

  init(sampleRate: Double) {
    part = Float(1 - DSP.exp(-16 / (0.005 * sampleRate)))
    cutoff = Cutoff(
      octaves: 0, envelopeOctaves: 0, largestOctaves: Float(DSP.log2(0.47 * sampleRate)),
      radiansPerHertz: Float(.pi / sampleRate))
  }

  /// Whether a ramp is running.
  var isRamping: Bool { @_noLocks get { cutoffRamp.isMoving || resonanceRamp.isMoving } }

  /// Returns the number of frames of the next target: to the end of a ramp, at most `limit`.
  @_noLocks func aimLength(atMost limit: Int) -> Int {
    var length = limit
    if cutoffRamp.isMoving { length = min(length, cutoffRamp.remainingFrameCount) }
    if resonanceRamp.isMoving { length = min(length, resonanceRamp.remainingFrameCount) }
    return length
  }

  /// Sets the targets of all values for the next `length` frames, `age` frames after the last ones.
  @_noLocks mutating func aim(length: Int, age: Int) {
    let part = self.part * Float(length) * 0.0625
    aimDamping(length: length, age: age, part: part)
    if cutoffRamp.isMoving {
      cutoffTarget = Self.octaves(cutoffRamp.value(ahead: length))
      cutoff.octaves = cutoffTarget
    } else {
      cutoff.octaves += (cutoffTarget - cutoff.octaves) * part
    }
    cutoff.envelopeOctaves += (envelopeTarget - cutoff.envelopeOctaves) * part
  }

  @_noLocks private mutating func aimDamping(length: Int, age: Int, part: Float) {
    damping = damping + dampingStep * Float(age)
    if resonanceRamp.isMoving {
      dampingTarget = Self.damping(percent: resonanceRamp.value(ahead: length))
      dampingStep = (dampingTarget - damping) / Float(length)
    } else {
      if abs(dampingTarget - damping) < 1e-6 { damping = dampingTarget }
      dampingStep = (dampingTarget - damping) * part / Float(length)
    }
  }

  /// Advances the ramps.
  @_noLocks mutating func advance(by frameCount: Int) {
    cutoffRamp.advance(by: frameCount)
    resonanceRamp.advance(by: frameCount)
  }

  /// Jumps to the targets of all values, for use during silence.
  @_noLocks mutating func settle() {
    if cutoffRamp.isMoving { cutoffTarget = Self.octaves(cutoffRamp.value) }
    if resonanceRamp.isMoving { dampingTarget = Self.damping(percent: resonanceRamp.value) }
    damping = dampingTarget
    dampingStep = 0
    cutoff.octaves = cutoffTarget
    cutoff.envelopeOctaves = envelopeTarget
  }
}

extension Tone {
  /// Sets the cutoff in Hz smoothly.
  @_noLocks mutating func setCutoff(_ hertz: Float) {
    cutoffRamp = ParameterRamp(hertz)
    cutoffTarget = Self.octaves(hertz)
  }

  /// Sets the effect of a full envelope on the cutoff.
  @_noLocks mutating func setEnvelope(semitones: Float) { envelopeTarget = semitones / 12 }

  /// Sets the resonance: 0 is flat (Q = 0.71), 100 is Q = 20, with equal ratios between.
  @_noLocks mutating func setResonance(percent: Float) {
    resonanceRamp = ParameterRamp(percent)
    dampingTarget = Self.damping(percent: percent)
  }

  /// Ramps the cutoff linearly to a value in Hz.
  @_noLocks mutating func rampCutoff(to hertz: Float, in frameCount: Int) {
    let isRamping = cutoffRamp.isMoving
    // The current value: on its ramp, or on its smooth way to the target.
    let start = isRamping ? cutoffRamp.value : Float(DSP.exp2(Double(cutoff.octaves)))
    cutoffRamp.ramp(from: start, to: hertz, frameCount: frameCount)
    cutoffTarget = Self.octaves(hertz)
  }

  /// Ramps the resonance linearly to a percentage.
  @_noLocks mutating func rampResonance(to percent: Float, in frameCount: Int) {
    resonanceRamp.ramp(to: percent, frameCount: frameCount)
    dampingTarget = Self.damping(percent: percent)
  }

  @_noLocks private static func octaves(_ hertz: Float) -> Float { Float(DSP.log2(Double(hertz))) }

  @_noLocks private static func damping(percent: Float) -> Float {
    1.414_213_6 * Float(DSP.exp2(Double(percent) / 100 * -4.822_2))
  }
}
