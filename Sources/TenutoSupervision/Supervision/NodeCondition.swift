/// The condition of a node, for people and programs.
public enum NodeCondition: Sendable, Equatable {
  /// It plays.
  case playing
  /// It is late and not waited for.
  case late
  /// It has ended, and another instance is on its way.
  case restarting
  /// It is left out because it is too slow.
  case overloaded
  /// It is left out because it sends more events than fit.
  case flooding
  /// It is silent because its output was NaN, infinite or far too loud.
  case muted
  /// It ended too often; `NodeSupervisor.retry()` tries again.
  case quarantined

  /// Whether it puts out nothing of its own.
  package var isSilent: Bool {
    switch self {
    case .playing, .late: false
    case .restarting, .overloaded, .flooding, .muted, .quarantined: true
    }
  }
}

extension NodeCondition {
  /// A word for programs and people, such as `"quarantined"`.
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
