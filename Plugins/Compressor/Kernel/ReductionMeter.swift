import TenutoExtension

/// The largest reduction, told about 30 times a second where it has changed.
struct ReductionMeter: BitwiseCopyable {
  private let interval: Int
  private var remaining: Int
  private var largest = 0.0
  private var told: Float = 0

  init(sampleRate: Double) {
    interval = max(64, Int(sampleRate / 30))
    remaining = interval
  }

  /// Forgets what was seen.
  @_noLocks mutating func reset() { largest = 0 }

  /// Takes the reduction in dB of a frame of the cycle.
  @inline(__always) @_noLocks mutating func advance(
    reduction: Double, in cycle: inout RenderCycle, _ frame: Int
  ) {
    if reduction > largest { largest = reduction }
    remaining -= 1
    if remaining == 0 { tell(&cycle, frame) }
  }

  @_noLocks private mutating func tell(_ cycle: inout RenderCycle, _ frame: Int) {
    remaining = interval
    let value = min(100, Float(largest))
    largest = 0
    guard value != told else { return }
    told = value
    cycle.setParameter(13, to: value, at: frame)
  }
}
