import TenutoExtension

/// The moving parameters of a filter and their coefficients.
struct FilterControls: BitwiseCopyable {
  /// The cutoff as the binary logarithm of Hz, for steps, which pass through all octaves alike.
  private var octaves = ParameterRamp(0)
  /// The cutoff in Hz, for ramps.
  private var cutoff = ParameterRamp(1000)
  private var resonance = ParameterRamp(0.707_106_8)
  private var gain = ParameterRamp(0)
  /// The progress from `shape` to `nextShape`.
  private var morph = ParameterRamp(0)
  private var shape = FilterShape.lowPass
  private var nextShape = FilterShape.lowPass
  /// The shape that follows `nextShape`.
  private var wantedShape = FilterShape.lowPass
  private let anglePerHertz: Double
  private let highestCutoff: Float
  private let smoothingFrameCount: Int

  init(sampleRate: Double) {
    anglePerHertz = .pi / sampleRate
    highestCutoff = Float(0.49 * sampleRate)
    smoothingFrameCount = max(1, Int(0.01 * sampleRate))
  }

  /// Whether no parameter moves.
  var isAtRest: Bool {
    @_noLocks mutating get {
      !octaves.isMoving && !cutoff.isMoving && !resonance.isMoving && !gain.isMoving
        && !morph.isMoving
    }
  }

  /// The coefficients of the current frame.
  var coefficients: Coefficients {
    @_noLocks mutating get {
      let current = coefficients(of: shape)
      guard morph.isMoving else { return current }
      return current.blended(with: coefficients(of: nextShape), part: Double(morph.value))
    }
  }

  @_noLocks private mutating func coefficients(of shape: FilterShape) -> Coefficients {
    Coefficients(
      shape, angle: anglePerHertz * Double(hertz), resonance: Double(resonance.value),
      gain: Double(gain.value))
  }

  private var hertz: Float {
    @_noLocks mutating get {
      let value =
        octaves.isMoving ? Float(DSP.exp2(Double(octaves.value))) : cutoff.value
      return min(value, highestCutoff)
    }
  }

  /// The seconds in which the sound decays by 100 dB.
  var decay: Double {
    let slowest = Double(max(resonance.value, 1))
    return 11.5 * slowest / (.pi * Double(min(cutoff.value, highestCutoff)))
  }

  /// Advances by a frame.
  @_noLocks mutating func advance() {
    _ = octaves.next()
    _ = cutoff.next()
    _ = resonance.next()
    _ = gain.next()
    guard morph.isMoving else { return }
    _ = morph.next()
    guard !morph.isMoving else { return }
    shape = nextShape
    beginMorph()
  }
}

extension FilterControls {
  /// Moves to a shape after the current move.
  @_noLocks mutating func setShape(_ wanted: FilterShape, isSmooth: Bool) {
    wantedShape = wanted
    if !isSmooth {
      shape = wanted
      morph.set(0)
    } else if !morph.isMoving {
      beginMorph()
    }
  }

  @_noLocks private mutating func beginMorph() {
    morph.set(0)
    guard !wantedShape.isSame(as: shape) else { return }
    nextShape = wantedShape
    morph.ramp(to: 1, frameCount: smoothingFrameCount)
  }

  /// Moves to a cutoff in Hz.
  @_noLocks mutating func setCutoff(_ value: Float, isSmooth: Bool) {
    octaves.set(Float(DSP.log2(Double(hertz))))
    octaves.ramp(
      to: Float(DSP.log2(Double(value))), frameCount: isSmooth ? smoothingFrameCount : 0)
    cutoff.set(value)
  }

  /// Ramps to a cutoff, linearly in Hz.
  @_noLocks mutating func rampCutoff(to value: Float, frameCount: Int) {
    cutoff.set(hertz)
    cutoff.ramp(to: value, frameCount: frameCount)
    octaves.set(0)
  }

  /// Moves to a resonance.
  @_noLocks mutating func setResonance(_ value: Float, over frameCount: Int) {
    resonance.ramp(to: value, frameCount: frameCount)
  }

  /// Moves to a gain in dB.
  @_noLocks mutating func setGain(_ value: Float, over frameCount: Int) {
    gain.ramp(to: value, frameCount: frameCount)
  }
}
