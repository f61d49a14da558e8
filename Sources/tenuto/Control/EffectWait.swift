import Glibc
import TenutoHost
import TenutoTransport
import TenutoWeb

/// Waits until a change has taken effect.
///
/// Thread: control.
enum EffectWait {
  /// Cycles after which what was left for the next one is heard.
  private static let cycleCount: UInt64 = 2
  /// Milliseconds that a cycle may keep one waiting.
  private static let cyclePatience: UInt64 = 2000
  /// Milliseconds that an extension may take to start.
  private static let startPatience: UInt64 = 10_000
  /// Microseconds between two looks.
  private static let pause: UInt32 = 1000

  /// Waits until cycles have been rendered since the call.
  ///
  /// - Throws: That none was: the server is gone, or the song is over.
  static func cycles(of performance: any Performance) throws(RequestError) {
    let goal = performance.reading.cycles + cycleCount
    let isDone = wait(cyclePatience) { performance.reading.cycles >= goal }
    guard isDone else {
      throw RequestError(503, "It is left for the next cycle, but nothing is played at present.")
    }
  }

  /// Waits until a node is as wished; false where it does not get there.
  static func until(_ isDone: () -> Bool) -> Bool { wait(startPatience, isDone) }

  private static func wait(_ milliseconds: UInt64, _ isDone: () -> Bool) -> Bool {
    let end = MonotonicTime.after(milliseconds: milliseconds)
    while !isDone() {
      if MonotonicTime.now >= end { return false }
      usleep(pause)
    }
    return true
  }
}
