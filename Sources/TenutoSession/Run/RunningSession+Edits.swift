internal import Synchronization
internal import TenutoCore
public import TenutoRender
public import TenutoSupervision
internal import TenutoSystem
internal import TenutoTransport

/// Edits, each of which returns once it is in effect.
extension RunningSession {
  /// Adds a node and starts it.
  ///
  /// - Throws: An error if its name is taken, or its extension is not installed or does not start.
  public func add(_ node: SessionNode) throws(SessionEditError) {
    try edit("Add '\(node.name)'", mustStart: [node.name]) { session throws(SessionEditError) in
      try session.add(node)
    }
  }

  /// Removes a node with its connections; undoing restores it with its state.
  public func remove(_ name: String) throws(SessionEditError) {
    try edit("Remove '\(name)'", remembers: name) { session throws(SessionEditError) in
      try session.remove(node: name)
    }
  }

  /// Renames a node.
  public func rename(_ name: String, to new: String) throws(SessionEditError) {
    let renaming = name == new ? nil : Renaming(old: name, new: new)
    try edit("Rename '\(name)' to '\(new)'", renaming: renaming) {
      session throws(SessionEditError) in
      try session.rename(name, to: new)
    }
  }

  /// Adds a connection; has no effect if it exists.
  public func connect(_ link: SessionLink) throws(SessionEditError) {
    try edit("Connect \(link)") { session throws(SessionEditError) in try session.connect(link) }
  }

  /// Removes a connection.
  public func disconnect(_ link: SessionLink) throws(SessionEditError) {
    try edit("Disconnect \(link)") { session throws(SessionEditError) in
      try session.disconnect(link)
    }
  }

  /// Bypasses an extension, or ends the bypass; a bypassed effect is dry.
  ///
  /// - Throws: An error if the node is not an extension.
  public func setBypass(_ isBypassed: Bool, of name: String) throws(SessionEditError) {
    try checkIsExtension(name, "cannot be bypassed: mute it")
    try edit("\(isBypassed ? "Bypass" : "Use") '\(name)'") { session throws(SessionEditError) in
      try session.change(name) { $0.isBypassed = isBypassed }
    }
  }

  /// Mutes a node, or ends the mute.
  public func setMute(_ isMuted: Bool, of name: String) throws(SessionEditError) {
    try edit("\(isMuted ? "Mute" : "Unmute") '\(name)'") { session throws(SessionEditError) in
      try session.change(name) { $0.isMuted = isMuted }
    }
  }

  /// Sets when an extension is heard.
  ///
  /// - Throws: An error if the node is not an extension.
  public func setTiming(_ timing: NodeTiming, of name: String) throws(SessionEditError) {
    try checkIsExtension(name, "is never waited for")
    try edit("Time '\(name)'") { session throws(SessionEditError) in
      try session.change(name) { $0.timing = timing }
    }
  }

  /// Sets the kind of spare that is kept ready for an extension; nil for the host's choice.
  ///
  /// - Throws: An error if the node is not an extension, or if the host restarts none.
  public func setSpare(_ spare: SparePolicy?, of name: String) throws(SessionEditError) {
    try checkIsExtension(name, "has no process")
    guard options.supervision.restartLimit > 0 else {
      throw SessionEditError(
        .conflict, "Extensions are not restarted here, so a spare is of no use.")
    }
    try edit("Set the spare of '\(name)'") { session throws(SessionEditError) in
      try session.change(name) { $0.spare = spare }
    }
  }

  /// Sets whether the transport loops a song; it plays on at the same position.
  ///
  /// - Throws: An error if the node is not a song.
  public func setLoop(_ isLooped: Bool, of name: String) throws(SessionEditError) {
    let session = session
    guard case .song(var song) = session.nodes[try session.index(of: name)].kind else {
      throw SessionEditError(.conflict, "'\(name)' is not a song.")
    }
    song.isLooped = isLooped
    let kind = SessionNode.Kind.song(song)
    try edit("\(isLooped ? "Loop" : "Play once") '\(name)'") { session throws(SessionEditError) in
      try session.change(name) { $0.kind = kind }
    }
  }

  /// Sets an extension's deadline as a share of the period; nil for the engine's.
  ///
  /// - Throws: An error if the node is not an extension.
  public func setDeadlineShare(_ share: Double?, of name: String) throws(SessionEditError) {
    try checkIsExtension(name, "is never waited for")
    try edit("Set the deadline of '\(name)'") { session throws(SessionEditError) in
      try session.change(name) { $0.deadlineShare = share }
    }
  }

  private func checkIsExtension(_ name: String, _ lack: String) throws(SessionEditError) {
    let session = session
    if case .component = session.nodes[try session.index(of: name)].kind { return }
    throw SessionEditError(.conflict, "'\(name)' is not an extension and \(lack).")
  }

  /// Adds a controller map.
  public func add(_ map: ControllerMap) throws(SessionEditError) {
    _ = try parameter(map.parameter, of: map.node)
    try edit("Map controller \(map.controller)") { session throws(SessionEditError) in
      try session.add(map)
    }
  }

  /// Removes a controller map.
  public func remove(_ map: ControllerMap) throws(SessionEditError) {
    try edit("Unmap controller \(map.controller)") { session throws(SessionEditError) in
      try session.remove(map)
    }
  }

  /// Loads a preset by its name, the user's before the component's.
  public func load(preset name: String, into node: String) throws(SessionEditError) {
    let component = try runningComponent(of: node)
    let preset: String
    do throws(HostError) {
      preset = try PresetChoice.find(name, of: component.description, users: options.userPresets)
        .name
    } catch {
      throw SessionEditError(error)
    }
    try edit("Load '\(preset)' into '\(node)'", remembers: node) {
      session throws(SessionEditError) in
      try session.change(node) { node in
        node.preset = preset
        node.parameters = [:]
        node.state = nil
      }
    }
  }

  // MARK: - Carrying out edits

  /// Carries out an edit, and adds it to the history.
  ///
  /// When the edit is undone, a node that it `remembers` is restored with its current state.
  func edit(
    _ title: String, remembers: String? = nil, renaming: Renaming? = nil,
    mustStart: Set<String> = [], _ body: (inout Session) throws(SessionEditError) -> Void
  ) throws(SessionEditError) {
    try inTurn { () throws(SessionEditError) in
      let before = session
      var base = before
      if let remembers { base = remembering(remembers, in: base) }
      var target = base
      do throws(SessionEditError) {
        try body(&target)
        guard target != base else { return }
        var transition = Transition(base: base, target: target, renaming: renaming)
        transition.mustStart = mustStart
        try go(transition)
      } catch {
        // A failed edit changes nothing, not even how much of a node is remembered.
        if let remembers { forget(remembers, for: before) }
        throw error
      }
      let step = EditHistory.Step.Change.session(before: base, after: target, renamed: renaming)
      state.withLock { $0.history.add(title.printable, step) }
    }
  }

  /// The session with the current full state of a node.
  private func remembering(_ name: String, in session: Session) -> Session {
    guard let index = session.nodes.firstIndex(where: { $0.name == name }),
      let component = state.withLock({ $0.nodes[name] })?.component
    else { return session }
    var session = session
    component.mirror.settle(until: .after(milliseconds: Self.settleLimit))
    session.nodes[index].state = component.mirror.best().state ?? session.nodes[index].state
    session.nodes[index].parameters = component.written(into: session.nodes[index]).parameters
    state.withLock { state in
      guard let current = state.session.nodes.firstIndex(where: { $0.name == name }) else { return }
      state.session.nodes[current] = session.nodes[index]
    }
    return session
  }

  /// Restores a node's state of the previous session.
  private func forget(_ name: String, for before: Session) {
    guard let node = before.nodes.first(where: { $0.name == name }) else { return }
    state.withLock { state in
      guard let current = state.session.nodes.firstIndex(where: { $0.name == name }) else { return }
      state.session.nodes[current] = node
    }
  }

  /// Milliseconds in which extensions must return their newest states.
  static var settleLimit: UInt64 { 1000 }

  /// The supervision of an extension.
  ///
  /// - Throws: An error if there is no such node, or if it is not an extension.
  func runningComponent(of name: String) throws(SessionEditError) -> RunningComponent {
    let (session, nodes) = state.withLock { ($0.session, $0.nodes) }
    _ = try session.index(of: name)
    guard let node = nodes[name] else {
      throw SessionEditError(.conflict, "'\(name)' is not there yet.")
    }
    if let component = node.component { return component }
    if let missing = node.missing {
      throw SessionEditError(.conflict, "'\(name)' does not play: \(missing.error.message)")
    }
    throw SessionEditError(.conflict, "'\(name)' is not an extension.")
  }
}
