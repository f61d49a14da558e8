internal import Synchronization

/// The listeners to changes of a playing session.
///
/// Thread: control, several at once.
package final class ChangeObservers: Sendable {
  private struct State {
    var observers: [UInt64: @Sendable (ChangeRecord) -> Void] = [:]
    var next: UInt64 = 1
  }

  private let state = Mutex(State())

  /// Creates a list without listeners.
  package init() {}

  /// Calls `receive` with every change until `remove` with the returned number.
  package func add(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 {
    state.withLock { state in
      defer { state.next += 1 }
      state.observers[state.next] = receive
      return state.next
    }
  }

  package func remove(_ observer: UInt64) {
    let receive = state.withLock { $0.observers.removeValue(forKey: observer) }
    _ = receive  // released outside the lock, with what it captured
  }

  package var isEmpty: Bool { state.withLock { $0.observers.isEmpty } }

  /// Sends a change to every listener.
  package func post(_ change: ChangeRecord) {
    let observers = state.withLock { state in
      state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer(change) }
  }

  /// Sends a parameter's new value to every listener.
  package func post(_ node: String, _ parameter: String, _ value: Double) {
    var change = ChangeRecord("parameter", node: node)
    (change.parameter, change.value) = (parameter, value)
    post(change)
  }
}
