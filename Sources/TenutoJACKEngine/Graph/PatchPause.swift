internal import TenutoTransport

/// Decides when changed connections are compared: once nothing has changed for a while, and the
/// server has run cycles since.
///
/// A server that ends breaks all connections first. A disappearing port breaks its own, and jackd
/// gives its number to the next port at once, but shows other connections only when its next cycle
/// begins: until then, the new port seems to have those of the old one.
///
/// Thread: control.
struct PatchPause: Sendable {
  /// The last change that has not been compared: nanoseconds, and the cycles that had ended.
  private var last: (time: UInt64, cycle: UInt)?

  /// Milliseconds without a change.
  static let quietTime: UInt64 = 250
  /// Milliseconds by which the wait for the end of the pause may be short.
  private static let tolerance: UInt64 = 10
  /// Cycles that end after a change until the server shows it: the first may have begun before.
  private static let cycleCount: UInt = 2

  /// Whether a change waits to be compared.
  var isActive: Bool { last != nil }

  /// Begins, or begins again.
  mutating func begin(at time: MonotonicTime, cycle: UInt) { last = (time.nanoseconds, cycle) }

  /// Ends without a comparison.
  mutating func cancel() { last = nil }

  /// Ends if it is over; returns whether connections are to be compared now.
  mutating func end(at time: MonotonicTime, cycle: UInt) -> Bool {
    guard let last,
      time.nanoseconds &- last.time >= (Self.quietTime - Self.tolerance) * 1_000_000,
      cycle &- last.cycle >= Self.cycleCount
    else { return false }
    self.last = nil
    return true
  }
}
