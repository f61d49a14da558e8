// Answers of one or two fields.

/// The answer to setting a parameter.
package struct SettingAnswer: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package var parameter: String
  /// The value after clamping to the parameter's range.
  package var value: Double
}

/// The answer to `POST /v1/set`.
package struct SettingsAnswer: Codable, Sendable, Equatable {
  /// The values after clamping to the parameters' ranges, in the order of the request.
  package var values: [Double]
}

/// The answer to `GET /v1/nodes/NAME/parameters`.
package struct ParametersAnswer: Codable, Sendable, Equatable {
  /// In the component's order.
  package var parameters: [ParameterRecord]
}

/// A description of what was done, for the user.
package struct MessageAnswer: Codable, Sendable, Equatable {
  /// A sentence.
  package var message: String
}

/// The answer to `POST /v1/page`.
package struct PageAddress: Codable, Sendable, Equatable {
  /// The address for one browser; another browser needs another address.
  package var url: String
  /// The TCP port.
  package var port: Int
}

/// The answer to `POST /v1/nodes/NAME/replay`.
package struct ReplayAnswer: Codable, Sendable, Equatable {
  /// Whether the extension ended for the same reason as before.
  package var isRepeated: Bool
  /// The outcome, in a sentence.
  package var message: String

  /// Creates an answer.
  package init(isRepeated: Bool, message: String) {
    self.isRepeated = isRepeated
    self.message = message
  }
}
