internal import Synchronization

/// A change of a running session.
public enum SessionChange: Sendable, Equatable {
  /// A parameter has a new value.
  case parameter(node: String, parameter: String, value: Float)
  /// A node was added.
  case nodeAdded(String)
  /// A node was removed.
  case nodeRemoved(String)
  /// A node was renamed.
  case nodeRenamed(String, to: String)
  /// A node's preset, bypass, mute or timing has changed.
  case nodeChanged(String)
  /// A connection was made.
  case connected(SessionLink)
  /// A connection was removed.
  case disconnected(SessionLink)
  /// A node's condition has changed to this word.
  case condition(node: String, String)
  /// Maps have changed.
  case maps
  /// A controller was learned.
  case learned(ControllerMap)
  /// The session was saved at this path.
  case saved(String)
  /// An edit was undone or redone, with its description.
  case undone(String)
  /// A message for the user, in a sentence.
  case notice(String)
}

/// A listener for changes.
final class ChangeCenter: Sendable {
  typealias Receiver = @Sendable (SessionChange) -> Void

  private struct State: Sendable {
    var receivers: [UInt64: Receiver] = [:]
    var next: UInt64 = 1
  }

  private let state = Mutex(State())

  func add(_ receive: @escaping Receiver) -> UInt64 {
    state.withLock { state in
      defer { state.next += 1 }
      state.receivers[state.next] = receive
      return state.next
    }
  }

  func remove(_ key: UInt64) { state.withLock { $0.receivers[key] = nil } }

  func notify(_ change: SessionChange) {
    let receivers = state.withLock { $0.receivers }
    for receive in receivers.sorted(by: { $0.key < $1.key }) { receive.value(change) }
  }
}
