/// What besides changes a program wants to be told.
struct ChangeWishes: Sendable, Equatable {
  /// Levels, 20 times a second.
  var levels = false
  /// The host's status, twice a second.
  var status = false
  /// What is logged.
  var log = false

  /// Whether there is anything.
  var isEmpty: Bool { !levels && !status && !log }

  /// The wishes of both.
  func union(_ other: ChangeWishes) -> ChangeWishes {
    var wishes = self
    wishes.levels = levels || other.levels
    wishes.status = status || other.status
    wishes.log = log || other.log
    return wishes
  }
}

extension ChangeWishes {
  /// What stands behind the question mark.
  init(_ call: Route.Call) {
    levels = call.isWished("levels")
    status = call.isWished("status")
    log = call.isWished("log")
  }
}
