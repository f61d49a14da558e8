internal import CTenuto

/// A point in time of the monotonic clock, in nanoseconds; 0 stands for "never".
///
/// The corresponding C clock is `CLOCK_MONOTONIC`.
public struct MonotonicTime: Comparable, Hashable, Sendable, BitwiseCopyable {
  /// Nanoseconds since the system's start.
  public var nanoseconds: UInt64

  /// Creates a point in time from nanoseconds.
  @inlinable @_noLocks public init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Now.
  ///
  /// Thread: any.
  public static var now: MonotonicTime {
    @_noLocks get { MonotonicTime(nanoseconds: tenuto_now()) }
  }

  /// No point in time: a wait without an end.
  @inlinable public static var never: MonotonicTime {
    @_noLocks get { MonotonicTime(nanoseconds: 0) }
  }

  /// Whether `left` is earlier.
  @inlinable @_noLocks
  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// The point in time `milliseconds` from now.
  public static func after(milliseconds: UInt64) -> MonotonicTime {
    MonotonicTime(nanoseconds: tenuto_now() + milliseconds * 1_000_000)
  }
}
