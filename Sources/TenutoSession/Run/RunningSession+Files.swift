internal import Glibc
internal import Synchronization
internal import TenutoHost

/// Sound files that cannot be read or written on.
extension RunningSession {
  /// Looks again and again at the sound files, as long as the session lives.
  func watchFiles() {
    guard options.lookInterval > 0 else { return }
    let interval = options.lookInterval
    DetachedThread.startOrTrap { [weak self] in
      while true {
        usleep(UInt32(interval * 1000))
        guard let self, !self.state.withLock(\.isEnded) else { return }
        self.lookAtFiles()
      }
    }
  }

  /// Tells what has gone wrong with sound files since the last look, once each.
  func lookAtFiles() {
    let states = engine.fileStates()
    let news = state.withLock { state in
      let names = Dictionary(uniqueKeysWithValues: state.nodes.map { ($1.id, $0) })
      var news: [(name: String, error: HostError)] = []
      for (id, file) in states {
        guard let error = file.error, let name = names[id], state.fileErrors[id] != error else {
          continue
        }
        state.fileErrors[id] = error
        news.append((name, error))
      }
      state.fileErrors = state.fileErrors.filter { states[$0.key]?.error != nil }
      return news.sorted { $0.name < $1.name }
    }
    for (name, error) in news {
      changes.tell(.notice("\(name): \(error.message)"))
      changes.tell(.condition(node: name, Self.failed))
    }
  }

  /// What a node is at that cannot go on.
  static let failed = "failed"
}
