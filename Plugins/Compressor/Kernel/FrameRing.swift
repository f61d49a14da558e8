import TenutoExtension

/// A delay line of one channel.
struct FrameRing: ~Copyable {
  private var samples: SampleBuffer
  private var position = 0
  /// Capacity in frames.
  let capacity: Int

  /// Creates a silent ring.
  init(capacity: Int) {
    samples = SampleBuffer(count: capacity)
    self.capacity = capacity
  }

  /// Writes a sample and returns the sample of `capacity` frames ago.
  @inline(__always) @_noLocks mutating func exchange(_ sample: Float) -> Float {
    let oldest = samples[position]
    push(sample)
    return oldest
  }

  /// Writes a sample and returns the sample of `delay` frames ago, less than `capacity`.
  @inline(__always) @_noLocks mutating func push(_ sample: Float, delay: Int) -> Float {
    let place = position >= delay ? position - delay : position - delay + capacity
    push(sample)
    return samples[place]
  }

  @inline(__always) @_noLocks private mutating func push(_ sample: Float) {
    samples[position] = sample
    position = position + 1 == capacity ? 0 : position + 1
  }

  /// Writes or reads the samples.
  mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&samples)
    snapshot.exchange(&position)
  }

  /// Fills it with silence.
  @_noLocks mutating func clear() {
    for index in 0..<capacity { samples[index] = 0 }
  }
}
