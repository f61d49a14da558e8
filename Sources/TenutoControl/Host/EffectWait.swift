internal import Glibc
internal import TenutoTransport

/// Waits until a change has taken effect.
///
/// Thread: control.
enum EffectWait {
  /// Milliseconds to wait at most: an extension may need them to start.
  private static let timeout: UInt64 = 10_000
  /// Microseconds between two polls.
  private static let pause: UInt32 = 1000

  /// Waits until `isDone` returns true; returns false after a timeout.
  static func until(_ isDone: () -> Bool) -> Bool {
    let end = MonotonicTime.after(milliseconds: timeout)
    while !isDone() {
      if MonotonicTime.now >= end { return false }
      usleep(pause)
    }
    return true
  }
}
