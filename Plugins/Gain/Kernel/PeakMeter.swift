import TenutoExtension

/// The loudest samples of two sides, told about 30 times a second where they have changed.
struct PeakMeter: BitwiseCopyable {
  private let interval: Int
  /// Frames until it reports.
  private(set) var remaining: Int
  private var left: Float = 0
  private var right: Float = 0
  private var toldLeft: Float = -90
  private var toldRight: Float = -90

  /// Starts in silence.
  init(sampleRate: Double) {
    interval = max(64, Int(sampleRate / 30))
    remaining = interval
  }

  /// Forgets what was heard.
  @_noLocks mutating func reset() {
    left = 0
    right = 0
  }

  /// Takes the loudest sample of a channel; even ones are left.
  @_noLocks mutating func hear(_ peak: Float, channel: Int) {
    if channel & 1 == 0 {
      if peak > left { left = peak }
    } else if peak > right {
      right = peak
    }
  }

  /// Moves on by the frames up to and with `lastFrame` of the cycle, at most by `remaining`.
  @_noLocks mutating func advance(by frameCount: Int, in cycle: inout RenderCycle, lastFrame: Int) {
    remaining -= frameCount
    guard remaining <= 0 else { return }
    remaining = interval
    Self.tell(&cycle, 5, Self.level(left), &toldLeft, at: lastFrame)
    Self.tell(&cycle, 6, Self.level(right), &toldRight, at: lastFrame)
    reset()
  }

  @_noLocks private static func tell(
    _ cycle: inout RenderCycle, _ address: ParameterAddress, _ level: Float, _ told: inout Float,
    at frame: Int
  ) {
    guard level != told else { return }
    told = level
    cycle.setParameter(address, to: level, at: frame)
  }

  /// Returns dB within the range of the parameter.
  @_noLocks private static func level(_ peak: Float) -> Float {
    guard peak > 3.2e-5 else { return -90 }
    return min(60, Float(6.020_599_913 * DSP.log2(Double(peak))))
  }
}
