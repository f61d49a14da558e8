internal import Synchronization

extension MIDIManager {
  /// The kinds of objects that a manager manages.
  public enum ManagedType: Sendable, Hashable, CaseIterable {
    /// Connections from other programs' outputs.
    case inputConnection
    /// Connections to other programs' inputs.
    case outputConnection
    /// Virtual inputs.
    case input
    /// Virtual outputs.
    case output
    /// Connections between other programs.
    case nonPersistentThruConnection
  }

  /// The selection among objects of a kind.
  public enum TagSelection: Sendable, Hashable {
    /// All of them.
    case all
    /// The object with a tag.
    case withTag(String)
  }

  /// Removes managed objects, and ends the notes that they have started.
  ///
  /// An unused tag is not an error.
  public func remove(_ type: ManagedType, _ selection: TagSelection) {
    session?.remove(type, selection)
  }

  /// Removes all managed objects; the manager keeps running.
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
