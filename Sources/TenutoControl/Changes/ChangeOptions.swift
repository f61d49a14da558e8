/// The options of a client of `/v1/changes`.
struct ChangeOptions: Sendable, Equatable {
  /// Levels, 20 times a second.
  var levels = false
  /// The host's status, twice a second.
  var status = false
  /// Log records.
  var log = false

  /// Whether the client asked for nothing.
  var isEmpty: Bool { !levels && !status && !log }

  /// Returns everything that either asks for.
  func union(_ other: ChangeOptions) -> ChangeOptions {
    var options = self
    options.levels = levels || other.levels
    options.status = status || other.status
    options.log = log || other.log
    return options
  }
}

extension ChangeOptions {
  /// Reads the query of a request.
  init(_ call: Route.Call) {
    levels = call.isRequested("levels")
    status = call.isRequested("status")
    log = call.isRequested("log")
  }
}
