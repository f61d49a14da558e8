import TenutoExtension

/// The level of one channel, as sample peak or as RMS.
struct LevelDetector: BitwiseCopyable {
  /// Whether the level is the RMS over 10 ms instead of the absolute value of each sample.
  var isRMS = false
  private let anglePerHertz: Double
  private let meanStep: Double
  private var meanSquare = 0.0
  private var highPass = KeyHighPass()

  init(sampleRate: Double) {
    anglePerHertz = .pi / sampleRate
    meanStep = 1 - DSP.exp(-1 / (0.01 * sampleRate))
  }

  /// Sets the cutoff of the high-pass, which is off at 20 Hz.
  @_noLocks mutating func setHighPass(_ frequency: Float) {
    highPass.set(angle: frequency > 20 ? Double(frequency) * anglePerHertz : 0)
  }

  /// Measures a sample and returns the linear level.
  @inline(__always) @_noLocks mutating func level(_ sample: Double) -> Double {
    let heard = highPass.process(sample)
    guard isRMS else { return abs(heard) }
    meanSquare += meanStep * (heard * heard - meanSquare)
    if meanSquare < 1e-30 { meanSquare = 0 }
    return DSP.squareRoot(meanSquare)
  }

  /// Clears the state.
  @_noLocks mutating func reset() {
    meanSquare = 0
    highPass.reset()
  }
}

/// A Butterworth high-pass of second order, 12 dB an octave.
struct KeyHighPass: BitwiseCopyable {
  private var a1 = 0.0
  private var a2 = 0.0
  private var a3 = 0.0
  private var first = 0.0
  private var second = 0.0
  private var isOn = false

  /// Sets the cutoff as pi times cutoff over sample rate; 0 passes the signal unchanged.
  @_noLocks mutating func set(angle: Double) {
    isOn = angle > 0
    let g = DSP.tan(min(angle, 1.5))
    a1 = 1 / (1 + g * (g + 1.414_213_562_373_095))
    a2 = g * a1
    a3 = g * a2
  }

  /// Filters a sample.
  @inline(__always) @_noLocks mutating func process(_ input: Double) -> Double {
    guard isOn else { return input }
    let rest = input - second
    let band = a1 * first + a2 * rest
    let low = second + a2 * first + a3 * rest
    first = 2 * band - first
    second = 2 * low - second
    if abs(first) + abs(second) < 1e-15 { reset() }
    return input - 1.414_213_562_373_095 * band - low
  }

  /// Clears the state.
  @_noLocks mutating func reset() {
    first = 0
    second = 0
  }
}
