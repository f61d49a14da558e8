/// A parameter value in a request.
package enum SettingValue: Sendable, Equatable, Codable {
  /// In the parameter's unit.
  case number(Double)
  /// As displayed, such as `1 kHz` or `Sawtooth`; the host parses it.
  case text(String)

  /// Decodes a number or a text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Encodes a number or a text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  /// Creates a value from the user's text: a number if it parses as one.
  package init(written text: String) {
    self = Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(text)
  }
}

/// A parameter of a node and its value.
package struct NodeSetting: Codable, Sendable, Equatable {
  /// The node.
  package var node: String
  /// The parameter's identifier.
  package var parameter: String
  /// Its value.
  package var value: SettingValue

  /// Creates a setting.
  package init(node: String, parameter: String, value: SettingValue) {
    self.node = node
    self.parameter = parameter
    self.value = value
  }
}
