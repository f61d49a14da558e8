internal import Synchronization

/// Jobs of one node, one after the other, on threads that all nodes share.
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

/// Threads for what may wait for an extension: no more than eight at once, none while there is
/// nothing to do.
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

  /// Runs `job` on a thread of the pool, at once unless all are at work.
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
