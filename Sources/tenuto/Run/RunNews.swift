import Synchronization

/// What has happened to a session that plays and nobody has told the user of yet, a sentence each.
///
/// Thread: any but render.
final class RunNews: Sendable {
  private struct State {
    var notes: [String] = []
    var faultCount = 0
  }

  private let state = Mutex(State())

  func add(_ note: String) { state.withLock { $0.notes.append(note) } }

  /// Adds that an extension has ended.
  func addFault(_ note: String) {
    state.withLock { state in
      state.notes.append(note)
      state.faultCount += 1
    }
  }

  /// Whether an extension has ended at all.
  var hasFault: Bool { state.withLock { $0.faultCount > 0 } }

  func take() -> [String] {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes
    }
  }
}
