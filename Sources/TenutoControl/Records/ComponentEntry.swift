/// A component that is installed, as the control API tells of it.
package struct ComponentEntry: Codable, Sendable, Equatable {
  /// Its codes, such as `aumu saw1 Tnto`, as `NodeOrder.component` takes them.
  package var code: String
  /// The name that people read.
  package var name: String
  /// The name of who made it.
  package var manufacturer: String
  /// One sentence on what it is; empty for unsaid.
  package var summary: String
  /// Words to find it by.
  package var tags: [String]
}

/// A preset of a node's component.
package struct PresetRecord: Codable, Sendable, Equatable {
  /// What it is loaded by.
  package var name: String
  /// Whether the user saved it; false for one that came with the component.
  package var isUser: Bool
}

/// What `GET /v1/components` answers.
package struct ComponentsAnswer: Codable, Sendable, Equatable {
  /// In the order of their codes.
  package var components: [ComponentEntry]
}

/// What `GET /v1/nodes/NAME/presets` answers.
package struct PresetsAnswer: Codable, Sendable, Equatable {
  /// The user's first.
  package var presets: [PresetRecord]
}
