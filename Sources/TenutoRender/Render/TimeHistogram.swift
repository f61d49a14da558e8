internal import Synchronization

/// A histogram of durations, in nanoseconds: one writer, any readers, no lock.
///
/// Sixteen buckets per octave make a bucket at most 6 % wide, which is the precision of a
/// percentile. Valid until `deallocate`.
@safe struct TimeHistogram: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let buckets: UnsafeMutablePointer<Atomic<UInt64>>

  private static var octaveBits: Int { @_noLocks get { 4 } }
  /// Up to 2³⁴ ns, 17 s.
  private static var bucketCount: Int { @_noLocks get { 32 << 4 } }
  /// The word of the maximum, after the buckets.
  private static var maximum: Int { @_noLocks get { bucketCount } }

  static func allocate() -> TimeHistogram {
    let count = bucketCount + 1
    let buckets = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: count)
    for index in 0..<count { unsafe (buckets + index).initialize(to: Atomic(0)) }
    return unsafe TimeHistogram(buckets: buckets)
  }

  func deallocate() {
    unsafe buckets.deinitialize(count: Self.bucketCount + 1)
    unsafe buckets.deallocate()
  }

  /// The bucket of a time: one each below 16 ns, then by the highest bit and the four below it.
  @_noLocks
  static func bucket(of nanoseconds: UInt64) -> Int {
    guard nanoseconds >= 16 else { return Int(nanoseconds) }
    let shift = 63 &- nanoseconds.leadingZeroBitCount &- octaveBits
    let bucket = (shift &+ 1) << octaveBits | Int(nanoseconds >> UInt64(shift) & 15)
    return min(bucket, bucketCount &- 1)
  }

  /// The longest time of a bucket.
  static func longest(ofBucket bucket: Int) -> UInt64 {
    guard bucket >= 16 else { return UInt64(bucket) }
    let shift = UInt64(bucket >> octaveBits - 1)
    return (UInt64(16 + bucket & 15) << shift) + (1 << shift) - 1
  }

  /// Counts a time.
  ///
  /// Thread: render.
  @_noLocks
  func count(_ nanoseconds: UInt64) {
    let bucket = Self.bucket(of: nanoseconds)
    let old = unsafe buckets[bucket].load(ordering: .relaxed)
    unsafe buckets[bucket].store(old &+ 1, ordering: .relaxed)
    if nanoseconds > (unsafe buckets[Self.maximum].load(ordering: .relaxed)) {
      unsafe buckets[Self.maximum].store(nanoseconds, ordering: .relaxed)
    }
  }

  /// The counts so far.
  ///
  /// Thread: any.
  var times: RenderTimes {
    let counts = (0..<Self.bucketCount).map { unsafe buckets[$0].load(ordering: .relaxed) }
    var times = RenderTimes()
    times.count = counts.reduce(0, +)
    times.maximum = unsafe buckets[Self.maximum].load(ordering: .relaxed)
    times.median = min(times.maximum, Self.percentile(50, of: counts, count: times.count))
    times.percentile99 = min(times.maximum, Self.percentile(99, of: counts, count: times.count))
    return times
  }

  private static func percentile(_ percent: UInt64, of counts: [UInt64], count: UInt64) -> UInt64 {
    guard count > 0 else { return 0 }
    let rank = (count * percent + 99) / 100
    var sum: UInt64 = 0
    for (bucket, number) in counts.enumerated() {
      sum += number
      if sum >= rank { return longest(ofBucket: bucket) }
    }
    return 0
  }
}
