/// What the shadow of a node has.
public enum ShadowState: String, Sendable, Equatable, CaseIterable {
  /// The inner state of the node: it goes on with the same sample.
  case exact
  /// It is being made, and given what the node has rendered so far.
  case catchingUp = "catching-up"
  /// State and values: it takes over like a spare, with a fade.
  case stateOnly = "state-only"
}
