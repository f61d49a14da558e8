internal import Synchronization

extension Mutex where Value: Sendable {
  /// Puts a new value in, and returns the old one.
  ///
  /// What goes with the old one goes outside the lock: an object of the user's may call back when it
  /// is freed.
  func exchange(_ new: Value) -> Value {
    withLock { value in
      let old = value
      value = new
      return old
    }
  }
}
