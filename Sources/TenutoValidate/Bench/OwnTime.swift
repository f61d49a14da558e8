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

  /// Nanoseconds so far; `othersWaited` is the waiting time of the process that worked for us.
  func nanoseconds(othersWaited: UInt64 = 0) -> UInt64 {
    let all = MonotonicTime.now.nanoseconds - start
    let lost = othersWaited + (Self.waitingTime - waited)
    return all > lost ? all - lost : 0
  }
}

extension Specimen {
  /// Nanoseconds for which its main thread has waited for the machine.
  var waitingTime: UInt64 { ProcessView.waitingTime(process: identifier, thread: identifier) }

  /// Waits until it has ended of itself; false after five seconds, which only one that stays
  /// reaches.
  var endsByItself: Bool { waitForEnd(milliseconds: 5000) != nil }
}
