internal import TenutoTransport

/// Detects a server that is open and runs no cycles: jackd stands still without its sound card, and
/// tells its clients nothing.
///
/// Thread: control.
struct StallWatch: Sendable {
  /// The cycles at the last change, and its time in ns.
  private var last: (cycle: UInt, time: UInt64)?
  /// Whether no cycle has run for `patience`.
  private(set) var isStalled = false

  /// Milliseconds without a cycle.
  static let patience: UInt64 = 2000

  /// Starts over, for another server.
  mutating func reset() { self = StallWatch() }

  /// Compares the number of cycles with the last one; returns whether `isStalled` has changed.
  mutating func look(cycle: UInt, at now: MonotonicTime) -> Bool {
    let was = isStalled
    if let last, last.cycle == cycle {
      isStalled = now.nanoseconds &- last.time >= Self.patience * 1_000_000
    } else {
      last = (cycle, now.nanoseconds)
      isStalled = false
    }
    return isStalled != was
  }
}
