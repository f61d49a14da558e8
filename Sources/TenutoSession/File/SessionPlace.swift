/// The subject of a session's problem.
enum SessionPlace: Hashable, Sendable {
  case whole
  case name
  case engine(String)
  /// A node by its number, and one of its keys.
  case node(Int, String? = nil)
  case connection(Int)
  case midi(Int)
  case jack(Int)
  case map(Int)

  /// What it is part of, where it stands nowhere itself.
  var container: SessionPlace? {
    if case .node(let number, .some) = self { return .node(number) }
    return nil
  }
}

/// A problem that does not know where it stands in a text.
struct SessionFault: Equatable, Sendable {
  let place: SessionPlace
  let message: String
  var isWarning = false
}
