internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// Measures time, excluding the time in which the machine was busy with other programs.
///
/// Thread: control, the same thread from start to end.
struct RunningTime {
  private let start = MonotonicTime.now.nanoseconds
  private let waited = RunningTime.waitingTime

  private static var waitingTime: UInt64 {
    ProcessView.waitingTime(process: getpid(), thread: tenuto_thread_id())
  }

  /// Nanoseconds so far; `othersWaited` is the waiting time of the process that did the work.
  func nanoseconds(othersWaited: UInt64 = 0) -> UInt64 {
    let all = MonotonicTime.now.nanoseconds - start
    let lost = othersWaited + (Self.waitingTime - waited)
    return all > lost ? all - lost : 0
  }
}

extension TestedExtension {
  /// Nanoseconds for which its main thread has waited for a core.
  var waitingTime: UInt64 { ProcessView.waitingTime(process: identifier, thread: identifier) }

  /// Waits until it ends; returns false after five seconds, if it does not.
  var endsByItself: Bool { waitForEnd(milliseconds: 5000) != nil }
}
