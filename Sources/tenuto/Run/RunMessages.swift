import Synchronization

/// Messages on a playing session that have not been printed yet, a sentence each.
///
/// Thread: any but render.
final class RunMessages: Sendable {
  private struct State {
    var notes: [String] = []
    var faultCount = 0
  }

  private let state = Mutex(State())

  func add(_ note: String) { state.withLock { $0.notes.append(note) } }

  /// Adds a message on an extension that ended.
  func addFault(_ note: String) {
    state.withLock { state in
      state.notes.append(note)
      state.faultCount += 1
    }
  }

  /// Whether any extension has ended.
  var hasFault: Bool { state.withLock { $0.faultCount > 0 } }

  func take() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }
}
