internal import Synchronization
internal import TenutoSystem

/// The thread on which observers hear of events, one for all instances.
///
/// An instance has at most one job waiting, so that the queue is no longer than there are
/// instances, and each gets its turn.
package final class DeliveryThread: Sendable {
  /// The one delivery thread of this process.
  package static let shared = DeliveryThread()

  private let jobs = Mutex<[@Sendable () -> Void]>([])
  private let bell = Signal()

  private init() { DetachedThread.startOrTrap { DeliveryThread.shared.work() } }

  /// Runs `job` after the waiting jobs.
  ///
  /// Thread: any but the render thread.
  package func run(_ job: @escaping @Sendable () -> Void) {
    jobs.withLock { $0.append(job) }
    bell.send()
  }

  private func work() -> Never {
    while true {
      bell.wait()
      let waiting = jobs.withLock { jobs in
        defer { jobs = [] }
        return jobs
      }
      for job in waiting { job() }
    }
  }
}
