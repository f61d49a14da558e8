internal import Synchronization

/// The level of a node: the render thread writes it, any thread reads it, without a lock.
///
/// Valid until `deallocate`.
@safe struct LevelMeter: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt64>>

  private static var peak: Int { @_noLocks get { 0 } }
  private static var energy: Int { @_noLocks get { 1 } }
  private static var samples: Int { @_noLocks get { 2 } }
  private static var count: Int { 3 }

  /// Thread: control.
  static func allocate() -> LevelMeter {
    let words = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe LevelMeter(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// Measures the samples of one channel in a cycle.
  ///
  /// Thread: render.
  @_noLocks
  func take(_ samples: UnsafePointer<Float>, count: Int) {
    let (peak, energy) = unsafe Self.measure(samples, count: count)
    let oldPeak = unsafe words[Self.peak].load(ordering: .relaxed)
    if UInt64(peak.bitPattern) > oldPeak {
      unsafe words[Self.peak].store(UInt64(peak.bitPattern), ordering: .relaxed)
    }
    let oldEnergy = Double(bitPattern: unsafe words[Self.energy].load(ordering: .relaxed))
    unsafe words[Self.energy].store(
      (oldEnergy + Double(energy)).bitPattern, ordering: .relaxed)
    let oldCount = unsafe words[Self.samples].load(ordering: .relaxed)
    unsafe words[Self.samples].store(
      oldCount &+ UInt64(truncatingIfNeeded: count), ordering: .releasing)
  }

  /// The largest magnitude and the sum of squares, in four lanes for vectorization.
  ///
  /// Magnitudes are compared as bit patterns, which have the same order.
  @_noLocks
  private static func measure(
    _ samples: UnsafePointer<Float>, count: Int
  ) -> (peak: Float, energy: Float) {
    var peak: Int32 = 0
    for index in 0..<count {
      let magnitude = Int32(bitPattern: unsafe samples[index].bitPattern & 0x7FFF_FFFF)
      peak = magnitude > peak ? magnitude : peak
    }
    var (a, b, c, d) = (Float(0), Float(0), Float(0), Float(0))
    var index = 0
    while index &+ 4 <= count {
      a += unsafe samples[index] * samples[index]
      b += unsafe samples[index &+ 1] * samples[index &+ 1]
      c += unsafe samples[index &+ 2] * samples[index &+ 2]
      d += unsafe samples[index &+ 3] * samples[index &+ 3]
      index &+= 4
    }
    while index < count {
      a += unsafe samples[index] * samples[index]
      index &+= 1
    }
    return (Float(bitPattern: UInt32(bitPattern: peak)), (a + b) + (c + d))
  }
}

extension LevelMeter {
  /// The level between two readings.
  struct Level: Sendable, Equatable {
    /// The largest magnitude, linear.
    var peak: Float = 0
    /// The root mean square of all channels' samples, linear.
    var rms: Float = 0
  }

  /// The end of a reading, for the same reader's next one.
  struct Mark: Sendable {
    fileprivate var energy = 0.0
    fileprivate var samples: UInt64 = 0

    init() {}
  }

  /// Returns the level since `mark`, and resets the peak.
  ///
  /// Thread: any but render; one reader.
  func read(since mark: inout Mark) -> Level {
    let samples = unsafe words[Self.samples].load(ordering: .acquiring)
    let energy = Double(bitPattern: unsafe words[Self.energy].load(ordering: .relaxed))
    let peak = unsafe words[Self.peak].exchange(0, ordering: .relaxed)
    let count = samples &- mark.samples
    let mean = count > 0 ? max(0, energy - mark.energy) / Double(count) : 0
    mark.samples = samples
    mark.energy = energy
    return Level(
      peak: Float(bitPattern: UInt32(truncatingIfNeeded: peak)), rms: Float(mean.squareRoot()))
  }
}
