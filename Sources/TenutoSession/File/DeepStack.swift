internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// A thread with enough stack for recursion.
///
/// libyaml accepts values nested a thousand deep, and the parser recurses as deep: it may need 3 MiB,
/// more than some threads have.
enum DeepStack {
  private static let byteCount = 64 << 20

  private final class Box<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// Runs `body` on a thread with a deep stack, and waits for its result.
  ///
  /// - Throws: `.outOfResources` if no thread can be started, or its stack has no memory.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () -> Value
  ) throws(HostError) -> Value {
    let box = Box<Value>()
    let done = Signal()
    do throws(SystemError) {
      try DetachedThread.start(stackByteCount: byteCount) {
        let value = body()
        box.value.withLock { $0 = value }
        done.send()
      }
    } catch {
      throw HostError("no thread with a stack of 64 MiB", shortOf: error, wanting: byteCount)
    }
    done.wait()
    guard let value = box.value.withLock({ $0 }) else { preconditionFailure("no result is there") }
    return value
  }
}
