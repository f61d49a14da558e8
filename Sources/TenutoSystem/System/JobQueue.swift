internal import Synchronization

/// The jobs of one node, one after the other, on threads that all nodes share.
package final class JobQueue: Sendable {
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Runs `job` after the waiting jobs.
  ///
  /// Thread: any but the render thread.
  package func add(_ job: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if isFirst { WorkPool.shared.run { self.work() } }
  }

  private func work() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isRunning = false
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}

/// Threads for work that may wait for an extension: at most eight, and none while there is no work.
final class WorkPool: Sendable {
  /// The one pool of this process.
  static let shared = WorkPool()

  private static let threadLimit = 8

  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    var threadCount = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Runs `job` on a thread of the pool, at once unless all threads are busy.
  func run(_ job: @escaping @Sendable () -> Void) {
    let isNewThread = state.withLock { state in
      state.waiting.append(job)
      guard state.threadCount < Self.threadLimit else { return false }
      state.threadCount += 1
      return true
    }
    if isNewThread { DetachedThread.startOrTrap { self.work() } }
  }

  private func work() {
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.threadCount -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
  }
}
