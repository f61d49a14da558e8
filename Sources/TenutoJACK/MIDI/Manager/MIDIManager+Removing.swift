internal import Synchronization

extension MIDIManager {
  /// What a manager manages.
  public enum ManagedType: Sendable, Hashable, CaseIterable {
    /// Connections from outputs of others.
    case inputConnection
    /// Connections to inputs of others.
    case outputConnection
    /// Virtual inputs.
    case input
    /// Virtual outputs.
    case output
    /// Connections between others.
    case nonPersistentThruConnection
  }

  /// Which of a kind.
  public enum TagSelection: Sendable, Hashable {
    /// All of them.
    case all
    /// The one of a tag.
    case withTag(String)
  }

  /// Removes what the manager manages, and ends the notes that sound because of it.
  ///
  /// A tag that nothing has is no error.
  public func remove(_ type: ManagedType, _ selection: TagSelection) {
    session?.remove(type, selection)
  }

  /// Removes all that the manager manages; it goes on to run.
  public func removeAll() { session?.removeAll() }
}

extension ManagerSession {
  func remove(_ type: MIDIManager.ManagedType, _ selection: MIDIManager.TagSelection) {
    switch type {
    case .inputConnection: for item in take(selection, \.inputConnections) { item.dispose() }
    case .outputConnection: for item in take(selection, \.outputConnections) { item.dispose() }
    case .input: for item in take(selection, \.inputs) { item.dispose() }
    case .output: for item in take(selection, \.outputs) { item.dispose() }
    case .nonPersistentThruConnection:
      let items = take(selection, \.thruConnections)
      for item in items { item.dispose() }
      if !items.isEmpty { notices.post([.thruConnectionChanged]) }
    }
  }

  func removeAll() {
    for type in MIDIManager.ManagedType.allCases { remove(type, .all) }
  }

  private func take<Value: Sendable>(
    _ selection: MIDIManager.TagSelection,
    _ path: WritableKeyPath<Registry, [String: Value]>
  ) -> [Value] {
    registry.withLock { registry in
      switch selection {
      case .all:
        defer { registry[keyPath: path] = [:] }
        return Array(registry[keyPath: path].values)
      case .withTag(let tag):
        return [registry[keyPath: path].removeValue(forKey: tag)].compactMap { $0 }
      }
    }
  }
}
