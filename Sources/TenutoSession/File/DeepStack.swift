internal import Dispatch
internal import Foundation
internal import Synchronization

/// A thread with room for recursion.
///
/// libyaml lets values stand a thousand deep in each other, and Yams recurses as deep: 3 MiB, more
/// than some threads have.
enum DeepStack {
  private static let byteCount = 64 << 20

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// Runs `body` there, and waits for its result.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      box.value.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = byteCount
    thread.start()
    done.wait()
    guard let value = box.value.withLock({ $0 }) else { preconditionFailure("no result is there") }
    return value
  }
}
