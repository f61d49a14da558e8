import Synchronization

/// What has happened to a session that plays and nobody has told the user of yet, a sentence each.
///
/// Thread: any but render.
final class RunNews: Sendable {
  private let notes = Mutex<[String]>([])

  func add(_ note: String) { notes.withLock { $0.append(note) } }

  func take() -> [String] {
    notes.withLock { notes in
      defer { notes = [] }
      return notes
    }
  }
}
