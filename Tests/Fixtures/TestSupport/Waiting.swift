import Foundation

/// Looks again and again until `condition` holds; false after ten seconds, which no test reaches
/// unless something is wrong.
package func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<5000 {
    if condition() { return true }
    usleep(2000)
  }
  return condition()
}

/// A thread of a test, to be joined.
package final class TestThread: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  /// Runs `body` on a thread of its own.
  package init(_ body: @escaping @Sendable () -> Void) {
    let ended = ended
    Thread.detachNewThread {
      body()
      ended.signal()
    }
  }

  /// Waits for the end of the thread; false after ten seconds.
  package func join() -> Bool { ended.wait(timeout: .now() + 10) == .success }
}
