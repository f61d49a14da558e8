internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// Time that something takes of itself: without that for which the machine was busy with others.
///
/// Thread: control, the same one from start to end.
struct OwnTime {
  private let start = MonotonicTime.now.nanoseconds
  private let waited = OwnTime.waitingTime

  private static var waitingTime: UInt64 {
    ProcessView.waitingTime(process: getpid(), thread: tenuto_thread_id())
  }

  /// Milliseconds so far; `extensionWaited` is the waiting time of the process that worked for us.
  func milliseconds(extensionWaited: UInt64) -> UInt64 {
    let all = MonotonicTime.now.nanoseconds - start
    let lost = extensionWaited + (Self.waitingTime - waited)
    return all > lost ? (all - lost) / 1_000_000 : 0
  }

  /// The least of up to `count` measurements; the first that is within `limit` ends the search.
  static func best(of count: Int, limit: UInt64, _ measure: () throws -> UInt64) rethrows -> UInt64
  {
    var best = UInt64.max
    for _ in 0..<count where best > limit { best = min(best, try measure()) }
    return best
  }
}

extension Specimen {
  /// Nanoseconds for which its main thread has waited for the machine.
  var waitingTime: UInt64 { ProcessView.waitingTime(process: identifier, thread: identifier) }

  /// Waits until it has ended of itself: the time for which the machine was busy with others does
  /// not count, up to ten times `milliseconds`.
  func endsWithin(milliseconds: UInt64) -> Bool {
    let time = OwnTime()
    let before = waitingTime
    let limit = MonotonicTime.after(milliseconds: 10 * milliseconds)
    while MonotonicTime.now < limit {
      if waitForEnd(milliseconds: 20) != nil { return true }
      if time.milliseconds(extensionWaited: waitingTime - before) > milliseconds { return false }
    }
    return false
  }
}
