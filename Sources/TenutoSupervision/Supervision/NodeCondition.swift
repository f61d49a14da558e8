/// The condition of a node, for display and for programs.
public enum NodeCondition: Sendable, Equatable {
  /// It plays.
  case playing
  /// It is late, and the engine does not wait for it.
  case late
  /// It has ended, and another instance is being started.
  case restarting
  /// It is bypassed because it is too slow.
  case overloaded
  /// It is bypassed because it sends too many events.
  case flooding
  /// It is silent because its output was NaN, infinite or far too loud.
  case muted
  /// It ended too often; `NodeSupervisor.retry()` tries again.
  case quarantined

  /// Whether the node outputs no sound of its own.
  package var isSilent: Bool {
    switch self {
    case .playing, .late: false
    case .restarting, .overloaded, .flooding, .muted, .quarantined: true
    }
  }
}

extension NodeCondition {
  /// The condition as one word for programs and display, such as `"quarantined"`.
  public var word: String {
    switch self {
    case .playing: "playing"
    case .late: "late"
    case .restarting: "restarting"
    case .overloaded: "overloaded"
    case .flooding: "flooding"
    case .muted: "muted"
    case .quarantined: "quarantined"
    }
  }
}
