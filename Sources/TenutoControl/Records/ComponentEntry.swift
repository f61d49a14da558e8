/// An installed component.
package struct ComponentEntry: Codable, Sendable, Equatable {
  /// Its codes, such as `aumu saw1 Tnto`, as `NodeOrder.component` takes them.
  package var code: String
  /// The display name.
  package var name: String
  /// The manufacturer's name.
  package var manufacturer: String
  /// One sentence of description; may be empty.
  package var summary: String
  /// Search terms.
  package var tags: [String]
}

/// A preset of a node's component.
package struct PresetRecord: Codable, Sendable, Equatable {
  /// The name that `ControlledNode.load` takes.
  package var name: String
  /// Whether it is a user preset; false for a factory preset.
  package var isUser: Bool
}

/// The answer to `GET /v1/components`.
package struct ComponentsAnswer: Codable, Sendable, Equatable {
  /// In the order of their codes.
  package var components: [ComponentEntry]
}

/// The answer to `GET /v1/nodes/NAME/presets`.
package struct PresetsAnswer: Codable, Sendable, Equatable {
  /// User presets first.
  package var presets: [PresetRecord]
}
