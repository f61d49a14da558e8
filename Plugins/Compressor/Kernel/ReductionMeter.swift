import TenutoExtension

/// The largest reduction, reported about 30 times a second if it has changed.
struct ReductionMeter: BitwiseCopyable {
  private let interval: Int
  private var remaining: Int
  private var largest = 0.0
  private var reported: Float = 0

  init(sampleRate: Double) {
    interval = max(64, Int(sampleRate / 30))
    remaining = interval
  }

  /// Clears the meter.
  @_noLocks mutating func reset() { largest = 0 }

  /// Measures the reduction in dB of a frame of the cycle.
  @inline(__always) @_noLocks mutating func advance(
    reduction: Double, in cycle: inout RenderCycle, _ frame: Int
  ) {
    if reduction > largest { largest = reduction }
    remaining -= 1
    if remaining == 0 { report(&cycle, frame) }
  }

  @_noLocks private mutating func report(_ cycle: inout RenderCycle, _ frame: Int) {
    remaining = interval
    let value = min(100, Float(largest))
    largest = 0
    guard value != reported else { return }
    reported = value
    cycle.setParameter(13, to: value, at: frame)
  }
}
