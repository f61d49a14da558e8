internal import Glibc
internal import TenutoSystem

/// Realtime priority for a thread while it waits.
///
/// A thread that waits with it wakes at once even on a busy machine; its work then runs at normal
/// priority. Without the right to realtime priority, nothing changes.
struct RealtimeWait {
  private var isPermitted = true

  /// Between that of the extensions and that of the host's render threads.
  private static let priority: Int32 = 65

  /// Raises the priority of the calling thread.
  mutating func begin() {
    guard isPermitted else { return }
    isPermitted = Self.schedule(0, SCHED_FIFO, priority: Self.priority)
  }

  /// Restores the normal priority.
  func end() {
    if isPermitted { _ = Self.schedule(0, SCHED_OTHER, priority: 0) }
  }

  /// Gives the priority to a process that only waits and forwards data.
  static func give(to process: Int32) { _ = schedule(process, SCHED_FIFO, priority: priority) }

  /// Child threads and processes never inherit the priority.
  private static func schedule(_ thread: Int32, _ policy: Int32, priority: Int32) -> Bool {
    var parameter = sched_param()
    parameter.sched_priority = priority
    return unsafe sched_setscheduler(thread, policy | RealtimeThread.resetOnFork, &parameter) == 0
  }
}
