internal import Synchronization

/// A change of a running session.
public enum SessionChange: Sendable, Equatable {
  /// A parameter has another value.
  case parameter(node: String, parameter: String, value: Float)
  /// A node has come.
  case nodeAdded(String)
  /// A node has gone.
  case nodeRemoved(String)
  /// A node is called something else.
  case nodeRenamed(String, to: String)
  /// A node's preset, bypass, mute or timing is another.
  case nodeChanged(String)
  /// A connection has come.
  case connected(SessionLink)
  /// A connection has gone.
  case disconnected(SessionLink)
  /// A node is at something else; the condition's word.
  case condition(node: String, String)
  /// Maps have changed.
  case maps
  /// A controller was learned.
  case learned(ControllerMap)
  /// It was saved there.
  case saved(String)
  /// An edit was taken back, or done again; what it was.
  case undone(String)
  /// Something that the user should know, in a sentence.
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

  func tell(_ change: SessionChange) {
    let receivers = state.withLock { $0.receivers }
    for receive in receivers.sorted(by: { $0.key < $1.key }) { receive.value(change) }
  }
}
