/// What a client of `/v1/changes` asked for besides changes.
struct ChangeWishes: Sendable, Equatable {
  /// Levels, 20 times a second.
  var levels = false
  /// The host's status, twice a second.
  var status = false
  /// Log records.
  var log = false

  /// Whether the client asked for nothing.
  var isEmpty: Bool { !levels && !status && !log }

  /// Returns everything that either asks for.
  func union(_ other: ChangeWishes) -> ChangeWishes {
    var wishes = self
    wishes.levels = levels || other.levels
    wishes.status = status || other.status
    wishes.log = log || other.log
    return wishes
  }
}

extension ChangeWishes {
  /// Reads the query of a request.
  init(_ call: Route.Call) {
    levels = call.isWished("levels")
    status = call.isWished("status")
    log = call.isWished("log")
  }
}
