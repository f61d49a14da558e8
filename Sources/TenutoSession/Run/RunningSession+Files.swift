internal import Glibc
internal import Synchronization
public import TenutoRender
internal import TenutoSupervision
internal import TenutoSystem

/// Sound files that can no longer be read or written.
extension RunningSession {
  /// Checks the sound files repeatedly, as long as the session lives.
  func watchFiles() {
    guard options.lookInterval > 0 else { return }
    let interval = options.lookInterval
    DetachedThread.startOrTrap { [weak self] in
      while true {
        usleep(UInt32(interval * 1000))
        guard let self, !self.state.withLock(\.isEnded) else { return }
        self.checkFiles()
      }
    }
  }

  /// Reports problems with sound files since the last check, each once, and recordings that
  /// continue.
  func checkFiles() {
    let states = engine.fileStates()
    let updates = state.withLock { state in
      let names = Dictionary(uniqueKeysWithValues: state.nodes.map { ($1.id, $0) })
      let updates = states.compactMap { id, file in
        names[id].map { (name: $0, changes: state.files[id, default: FileWatch()].changes(file)) }
      }
      state.files = state.files.filter { states[$0.key] != nil }
      return updates.sorted { $0.name < $1.name }
    }
    for (name, changed) in updates {
      for sentence in changed.sentences { changes.notify(.notice("\(name): \(sentence)")) }
      if let condition = changed.condition { changes.notify(.condition(node: name, condition)) }
    }
  }

  /// The state of each recording node, sorted by name.
  public var recordings: [(name: String, state: FileNodeState)] {
    let states = engine.fileStates()
    return state.withLock { state in
      state.nodes.compactMap { name, node in
        states[node.id].flatMap { $0.recording == nil ? nil : (name, $0) }
      }
    }.sorted { $0.name < $1.name }
  }

  /// The condition of a node whose file has failed.
  static let failed = "failed"
}

/// The last reported state of a node's sound file.
struct FileWatch: Sendable {
  private var recording = RecordingWatch()
  private var error: HostError?

  /// The new messages, and the node's condition if it has changed.
  mutating func changes(_ file: FileNodeState) -> (sentences: [String], condition: String?) {
    defer { error = file.error }
    var sentences = file.recording.map { recording.messages($0) } ?? []
    if file.recording == nil, let new = file.error, new != error { sentences.append(new.message) }
    guard (file.error == nil) != (error == nil) else { return (sentences, nil) }
    return (sentences, file.error == nil ? NodeCondition.playing.word : RunningSession.failed)
  }
}
