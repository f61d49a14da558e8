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
