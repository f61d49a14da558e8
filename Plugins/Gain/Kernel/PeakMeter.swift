import TenutoExtension

/// The peaks of two sides, reported about 30 times a second if they have changed.
struct PeakMeter: BitwiseCopyable {
  private let interval: Int
  /// Frames until the next report.
  private(set) var remaining: Int
  private var left: Float = 0
  private var right: Float = 0
  private var reportedLeft: Float = -90
  private var reportedRight: Float = -90

  /// Creates the silent state.
  init(sampleRate: Double) {
    interval = max(64, Int(sampleRate / 30))
    remaining = interval
  }

  /// Clears the state.
  @_noLocks mutating func reset() {
    left = 0
    right = 0
  }

  /// Takes the peak of a channel; even channels are left.
  @_noLocks mutating func hear(_ peak: Float, channel: Int) {
    if channel & 1 == 0 {
      if peak > left { left = peak }
    } else if peak > right {
      right = peak
    }
  }

  /// Advances by the frames up to and including `lastFrame` of the cycle, at most by `remaining`.
  @_noLocks mutating func advance(by frameCount: Int, in cycle: inout RenderCycle, lastFrame: Int) {
    remaining -= frameCount
    guard remaining <= 0 else { return }
    remaining = interval
    Self.report(&cycle, 5, Self.level(left), &reportedLeft, at: lastFrame)
    Self.report(&cycle, 6, Self.level(right), &reportedRight, at: lastFrame)
    reset()
  }

  @_noLocks private static func report(
    _ cycle: inout RenderCycle, _ address: ParameterAddress, _ level: Float, _ last: inout Float,
    at frame: Int
  ) {
    guard level != last else { return }
    last = level
    cycle.setParameter(address, to: level, at: frame)
  }

  /// Returns a level in dB within the range of the parameter.
  @_noLocks private static func level(_ peak: Float) -> Float {
    guard peak > 3.2e-5 else { return -90 }
    return min(60, Float(6.020_599_913 * DSP.log2(Double(peak))))
  }
}
