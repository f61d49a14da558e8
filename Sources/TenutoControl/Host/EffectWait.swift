internal import Glibc
internal import TenutoTransport

/// Waits until a change has taken effect.
///
/// Thread: control.
enum EffectWait {
  /// Milliseconds that an extension may take to start.
  private static let patience: UInt64 = 10_000
  /// Microseconds between two looks.
  private static let pause: UInt32 = 1000

  /// Waits until a node is as wished; false where it does not get there.
  static func until(_ isDone: () -> Bool) -> Bool {
    let end = MonotonicTime.after(milliseconds: patience)
    while !isDone() {
      if MonotonicTime.now >= end { return false }
      usleep(pause)
    }
    return true
  }
}
