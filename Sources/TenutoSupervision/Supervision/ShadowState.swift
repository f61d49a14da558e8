/// The state of a node's shadow.
public enum ShadowState: String, Sendable, Equatable, CaseIterable {
  /// It has the inner state of the node, and continues with the same sample.
  case exact
  /// It is starting, and renders the cycles that the node has rendered so far.
  case catchingUp = "catching-up"
  /// It has the node's state and values, and takes over like a spare, with a fade.
  case stateOnly = "state-only"
}
