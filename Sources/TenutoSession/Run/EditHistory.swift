internal import TenutoTransport

/// The history of edits to undo and redo, newest last.
struct EditHistory: Sendable {
  /// The most steps that are kept.
  static let capacity = 256
  /// Nanoseconds within which moves of one parameter form one step.
  private static let span: UInt64 = 1_000_000_000

  /// One edit in both directions.
  struct Step: Sendable {
    enum Change: Sendable {
      /// The session before and after.
      case session(before: Session, after: Session, renamed: Renaming?)
      /// A parameter's written value, or nil if the session does not set it, and its actual value.
      case parameter(ParameterMove)
    }

    /// A description of the edit, such as `Add 'delay'`.
    var title: String
    var change: Change
    var time: MonotonicTime

    /// The step in reverse.
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

  /// Adds an edit; undone edits can no longer be redone.
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

  /// Notes that it was redone; a following move is a separate step.
  mutating func noteRedone() {
    guard var step = redoable.popLast() else { return }
    step.time = MonotonicTime(nanoseconds: 0)
    undoable.append(step)
  }
}

/// A change of a node's name.
struct Renaming: Sendable, Equatable {
  var old: String
  var new: String
  var inverted: Renaming { Renaming(old: new, new: old) }
}

/// A parameter's change from one value to another.
struct ParameterMove: Sendable, Equatable {
  var node: String
  var parameter: String
  /// The value that the session sets, or nil, and the actual value.
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
