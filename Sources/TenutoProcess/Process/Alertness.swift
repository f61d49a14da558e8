internal import Glibc
internal import TenutoSystem

/// Realtime priority for the time in which a thread waits, so that it wakes at once on a machine that
/// has much to do; what it does then is no more urgent than other work.
///
/// Where the user may not have it, nothing changes.
struct Alertness {
  private var isPermitted = true

  /// Between that of the extensions and that of the host's render threads.
  private static let priority: Int32 = 65

  /// Begins to be alert.
  mutating func begin() {
    guard isPermitted else { return }
    isPermitted = Self.schedule(0, SCHED_FIFO, priority: Self.priority)
  }

  /// Is ordinary again.
  func end() {
    if isPermitted { _ = Self.schedule(0, SCHED_OTHER, priority: 0) }
  }

  /// Keeps a process alert that only waits and passes data on.
  static func give(to process: Int32) { _ = schedule(process, SCHED_FIFO, priority: priority) }

  /// What the thread starts never inherits its priority.
  private static func schedule(_ thread: Int32, _ policy: Int32, priority: Int32) -> Bool {
    var parameter = sched_param()
    parameter.sched_priority = priority
    return unsafe sched_setscheduler(thread, policy | RealtimeThread.resetOnFork, &parameter) == 0
  }
}
