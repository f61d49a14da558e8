internal import Glibc

/// Short sleeps of control threads.
enum Pause {
  /// Sleeps for some milliseconds.
  ///
  /// Thread: control.
  static func milliseconds(_ count: UInt32) { usleep(count * 1000) }

  /// Waits in steps of 1 ms until `condition` holds, at most `milliseconds`; returns whether it
  /// does.
  static func until(milliseconds limit: Int, _ condition: () -> Bool) -> Bool {
    for _ in 0..<limit {
      if condition() { return true }
      milliseconds(1)
    }
    return condition()
  }
}
