internal import TenutoTransport

/// The history of edits to undo and redo, the newest last.
struct EditHistory: Sendable {
  /// Steps that are kept.
  static let capacity = 256
  /// Nanoseconds within which moves of one parameter are one step.
  private static let span: UInt64 = 1_000_000_000

  /// One edit, there and back.
  struct Step: Sendable {
    enum Change: Sendable {
      /// The session before and after.
      case session(before: Session, after: Session, renamed: Renaming?)
      /// A parameter, by its written value, nil where the session says nothing of it, and what it
      /// had then.
      case parameter(ParameterMove)
    }

    /// What it is, for people, such as `Add 'delay'`.
    var title: String
    var change: Change
    var time: MonotonicTime

    /// The same the other way round.
    var inverted: Step {
      var step = self
      switch change {
      case .session(let before, let after, let renamed):
        step.change = .session(before: after, after: before, renamed: renamed?.inverted)
      case .parameter(let move): step.change = .parameter(move.inverted)
      }
      return step
    }
  }

  private(set) var undoable: [Step] = []
  private(set) var redoable: [Step] = []

  /// Notes an edit; what was undone before cannot be done again.
  mutating func add(_ title: String, _ change: Step.Change, at time: MonotonicTime = .now) {
    redoable = []
    if case .parameter(let move) = change, let last = undoable.indices.last,
      case .parameter(let old) = undoable[last].change, old.isOfSame(move),
      time.nanoseconds - undoable[last].time.nanoseconds < Self.span
    {
      undoable[last].change = .parameter(old.followed(by: move))
      return
    }
    undoable.append(Step(title: title, change: change, time: time))
    if undoable.count > Self.capacity { undoable.removeFirst(undoable.count - Self.capacity) }
  }

  var lastUndoable: Step? { undoable.last }
  var lastRedoable: Step? { redoable.last }

  /// Notes that the last step was undone.
  mutating func noteUndone() {
    if let step = undoable.popLast() { redoable.append(step) }
  }

  /// Notes that it was done again; a move that follows is a step of its own.
  mutating func noteRedone() {
    guard var step = redoable.popLast() else { return }
    step.time = MonotonicTime(nanoseconds: 0)
    undoable.append(step)
  }
}

/// Another name of the same node.
struct Renaming: Sendable, Equatable {
  var old: String
  var new: String
  var inverted: Renaming { Renaming(old: new, new: old) }
}

/// A parameter's way from one value to another.
struct ParameterMove: Sendable, Equatable {
  var node: String
  var parameter: String
  /// What the session says, nil for nothing, and the value that it had.
  var before: (written: Float?, value: Float)
  var after: (written: Float?, value: Float)

  var inverted: ParameterMove {
    ParameterMove(node: node, parameter: parameter, before: after, after: before)
  }

  func isOfSame(_ other: ParameterMove) -> Bool {
    node == other.node && parameter == other.parameter
  }

  func followed(by next: ParameterMove) -> ParameterMove {
    ParameterMove(node: node, parameter: parameter, before: before, after: next.after)
  }

  static func == (left: ParameterMove, right: ParameterMove) -> Bool {
    left.isOfSame(right) && left.before == right.before && left.after == right.after
  }
}
