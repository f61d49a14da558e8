import Foundation
import TenutoSystem

/// Polls until `condition` holds; returns false after ten seconds.
package func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<5000 {
    if condition() { return true }
    usleep(2000)
  }
  return condition()
}

/// A thread of a test that can be joined.
package final class TestThread: Sendable {
  private let ended = DispatchSemaphore(value: 0)

  /// Runs `body` on a separate thread.
  package init(_ body: @escaping @Sendable () -> Void) {
    let ended = ended
    Thread.detachNewThread {
      body()
      ended.signal()
    }
  }

  /// Waits for the end of the thread; returns false after ten seconds.
  package func join() -> Bool { ended.wait(timeout: .now() + 10) == .success }
}

/// Runs `body` on a thread of its own.
package func onNewThread<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DetachedThread.startOrTrap { continuation.resume(with: .init(catching: body)) }
  }
}
