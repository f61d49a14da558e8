internal import Synchronization

extension Mutex where Value: Sendable {
  /// Stores a new value and returns the old one.
  ///
  /// The old value is released outside the lock, since releasing a user's object may call back.
  func exchange(_ new: Value) -> Value {
    withLock { value in
      let old = value
      value = new
      return old
    }
  }
}
