/// A parameter's value as a program writes it.
package enum SettingValue: Sendable, Equatable, Codable {
  /// In the parameter's unit.
  case number(Double)
  /// As people write it, such as `1 kHz` or `Sawtooth`; the host reads it.
  case text(String)

  /// Reads a number or a text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes a number or a text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }

  /// What a user has written: a number where it is one.
  package init(written text: String) {
    self = Double(text).flatMap { $0.isFinite ? .number($0) : nil } ?? .text(text)
  }
}

/// A value for a parameter of a node.
package struct NodeSetting: Codable, Sendable, Equatable {
  /// The node.
  package var node: String
  /// The parameter's identifier.
  package var parameter: String
  /// Its value.
  package var value: SettingValue

  /// States a setting.
  package init(node: String, parameter: String, value: SettingValue) {
    self.node = node
    self.parameter = parameter
    self.value = value
  }
}
