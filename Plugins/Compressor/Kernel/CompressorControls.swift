import TenutoExtension

/// The smoothed parameters and their curve.
struct CompressorControls: BitwiseCopyable {
  /// The number of frames over which a step is smoothed.
  let smoothingFrameCount: Int
  /// The curve of the current frame.
  private(set) var curve = Curve()
  private var isSettled = false
  private var threshold = ParameterRamp(-18)
  /// The slope of the reduction above the threshold: 1 - 1 / ratio.
  private var slope = ParameterRamp(0.75)
  private var knee = ParameterRamp(6)
  private var makeUp = ParameterRamp(0)
  private var automatic = ParameterRamp(0)
  private var link = ParameterRamp(1)
  private var mix = ParameterRamp(1)

  init(sampleRate: Double) { smoothingFrameCount = max(1, Int(0.01 * sampleRate)) }

  /// Moves the parameter at an address to a value.
  @_noLocks mutating func set(_ address: ParameterAddress, to value: Float, over frames: Int) {
    isSettled = false
    switch address {
    case 0: threshold.ramp(to: clamp(value, -60, 0), frameCount: frames)
    case 1: slope.ramp(to: 1 - 1 / clamp(value, 1, 100), frameCount: frames)
    case 2: knee.ramp(to: clamp(value, 0, 24), frameCount: frames)
    case 6: makeUp.ramp(to: clamp(value, 0, 36), frameCount: frames)
    case 7: automatic.ramp(to: value >= 0.5 ? 1 : 0, frameCount: frames)
    case 9: link.ramp(to: clamp(value, 0, 100) / 100, frameCount: frames)
    default: mix.ramp(to: clamp(value, 0, 100) / 100, frameCount: frames)
    }
  }

  /// Updates `curve` for the next frame.
  @inline(__always) @_noLocks mutating func update() {
    if !isSettled { move() }
  }

  @_noLocks private mutating func move() {
    isSettled = !isMoving
    curve = Curve(
      threshold: Double(threshold.next()), slope: Double(slope.next()), knee: Double(knee.next()))
    let level = makeUp.next() + automatic.next() * Float(curve.automaticMakeUp)
    curve.makeUp = level == 0 ? 1 : Float(DSP.gain(decibels: Double(level)))
    curve.link = Double(link.next())
    curve.mix = mix.next()
  }

  private var isMoving: Bool {
    @_noLocks mutating get {
      threshold.isMoving || slope.isMoving || knee.isMoving || makeUp.isMoving
        || automatic.isMoving || link.isMoving || mix.isMoving
    }
  }
}
