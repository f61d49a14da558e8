/// A message from a client of `/v1/changes`.
package struct SocketRequest: Codable, Sendable, Equatable {
  /// Identifies the answer; nil if the client wants an answer only on failure.
  package var id: String?
  /// Parameters to set.
  package var set: [NodeSetting]?

  /// Creates a request to set parameters.
  package init(id: String? = nil, set: [NodeSetting]) {
    self.id = id
    self.set = set
  }
}

/// The answer to a request: sent when a request with an `id` has taken effect, or when one failed.
package struct SocketAnswer: Codable, Sendable, Equatable {
  /// `done` or `error`.
  package var kind: String
  /// The request's `id`.
  package var id: String?
  /// The values after clamping to the parameters' ranges.
  package var values: [Double]?
  /// The status code that HTTP would give.
  package var status: Int?
  /// The error message.
  package var message: String?

  /// Creates an answer.
  package init(id: String?, values: [Double]) {
    kind = "done"
    self.id = id
    self.values = values
  }

  /// Creates an answer for a failed request.
  package init(id: String?, _ error: RequestError) {
    kind = "error"
    self.id = id
    status = error.status
    message = error.message
  }
}
