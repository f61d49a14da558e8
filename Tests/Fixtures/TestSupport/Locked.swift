import Foundation

/// A value that several threads of a test share.
///
/// Not a `Mutex`: ThreadSanitizer does not see the library's own locks (Swift 6.3.1).
package final class Locked<Value: Sendable>: @unchecked Sendable {  // the lock guards the value
  private let lock = NSLock()
  private var value: Value

  /// Guards `value`.
  package init(_ value: Value) { self.value = value }

  /// Calls `body` with the value under the lock.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
