// What requests are answered with that say something in one or two words.

/// What setting a parameter answers.
package struct SettingAnswer: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package var parameter: String
  /// What it is set to, put into its range.
  package var value: Double
}

/// What `POST /v1/set` answers.
package struct SettingsAnswer: Codable, Sendable, Equatable {
  /// What the parameters are set to, put into their ranges, in the order of the request.
  package var values: [Double]
}

/// What `GET /v1/nodes/NAME/parameters` answers.
package struct ParametersAnswer: Codable, Sendable, Equatable {
  /// In the component's order.
  package var parameters: [ParameterRecord]
}

/// What was done, for people.
package struct MessageAnswer: Codable, Sendable, Equatable {
  /// A sentence.
  package var message: String
}

/// What `POST /v1/page` answers.
package struct PageAddress: Codable, Sendable, Equatable {
  /// What a browser is to open; another one needs another address.
  package var url: String
  /// The port of TCP.
  package var port: Int
}
