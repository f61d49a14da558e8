internal import Synchronization
internal import TenutoCore

extension RunningSession {
  /// Undoes the last edit, and returns its description.
  ///
  /// - Throws: An error if there is nothing to undo, or the reason why it cannot be undone.
  public func undo() throws(SessionEditError) -> String {
    try inTurn { () throws(SessionEditError) in
      guard let step = state.withLock(\.history.lastUndoable) else {
        throw SessionEditError(.conflict, "There is nothing to undo.")
      }
      try follow(step.inverted)
      state.withLock { $0.history.noteUndone() }
      changes.notify(.undone(step.title))
      return step.title
    }
  }

  /// Redoes the last undone edit, and returns its description.
  ///
  /// - Throws: An error if there is nothing to redo, or the reason why it cannot be redone.
  public func redo() throws(SessionEditError) -> String {
    try inTurn { () throws(SessionEditError) in
      guard let step = state.withLock(\.history.lastRedoable) else {
        throw SessionEditError(.conflict, "There is nothing to redo.")
      }
      try follow(step)
      state.withLock { $0.history.noteRedone() }
      changes.notify(.undone(step.title))
      return step.title
    }
  }

  /// Whether there is an edit to undo, and one to redo.
  public var canUndo: (undo: Bool, redo: Bool) {
    state.withLock { ($0.history.lastUndoable != nil, $0.history.lastRedoable != nil) }
  }

  private func follow(_ step: EditHistory.Step) throws(SessionEditError) {
    switch step.change {
    case .session(let before, let after, let renamed):
      try go(Transition(base: before, target: after, renaming: renamed))
    case .parameter(let move):
      let (node, parameter) = try settable(move.parameter, of: move.node)
      try schedule(
        .parameter(address: parameter.address, value: move.after.value), to: node)
      write(move.after.written, move.parameter, of: move.node)
      changes.notify(
        .parameter(node: move.node, parameter: move.parameter, value: move.after.value))
      try awaitEffect()
    }
  }
}
