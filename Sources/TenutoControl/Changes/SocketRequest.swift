/// What a program may say at `/v1/changes`.
package struct SocketRequest: Codable, Sendable, Equatable {
  /// What the answer is to be known by; nil for no answer unless it fails.
  package var id: String?
  /// Parameters to set.
  package var set: [NodeSetting]?

  /// Asks for values.
  package init(id: String? = nil, set: [NodeSetting]) {
    self.id = id
    self.set = set
  }
}

/// The answer to one that has an `id`, when it has taken effect, or to one that failed.
package struct SocketAnswer: Codable, Sendable, Equatable {
  /// `done` or `error`.
  package var kind: String
  /// That of the request.
  package var id: String?
  /// The values that the parameters are set to, put into their ranges.
  package var values: [Double]?
  /// As for HTTP.
  package var status: Int?
  /// What went wrong.
  package var message: String?

  /// States an answer.
  package init(id: String?, values: [Double]) {
    kind = "done"
    self.id = id
    self.values = values
  }

  /// States a failure.
  package init(id: String?, _ error: RequestError) {
    kind = "error"
    self.id = id
    status = error.status
    message = error.message
  }
}
