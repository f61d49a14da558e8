// Request bodies of one or two fields.

/// The body of `POST /v1/nodes/NAME/set`.
package struct SetRequest: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package var parameter: String
  /// Its value.
  package var value: SettingValue

  /// Creates a request.
  package init(parameter: String, value: SettingValue) {
    self.parameter = parameter
    self.value = value
  }
}

/// The body of `POST /v1/nodes/NAME/ramp`.
package struct RampRequest: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package var parameter: String
  /// The target value.
  package var value: SettingValue
  /// The ramp's length.
  package var seconds: Double

  /// Creates a request.
  package init(parameter: String, value: SettingValue, seconds: Double) {
    self.parameter = parameter
    self.value = value
    self.seconds = seconds
  }
}

/// The body of `POST /v1/nodes/NAME/bypass`.
package struct BypassRequest: Codable, Sendable, Equatable {
  /// Whether to bypass the node.
  package var bypassed: Bool

  /// Creates a request.
  package init(bypassed: Bool) { self.bypassed = bypassed }
}

/// The body of `POST /v1/nodes/NAME/mute` and of `unmute`.
package struct MuteRequest: Codable, Sendable, Equatable {
  /// The input of a mixer, from 1; nil for the node itself.
  package var input: Int?

  /// Creates a request.
  package init(input: Int? = nil) { self.input = input }
}

/// The body of `POST /v1/nodes/NAME/timing`.
package struct TimingRequest: Codable, Sendable, Equatable {
  /// `same-cycle` or `one-period-later`.
  package var timing: String

  /// Creates a request.
  package init(timing: String) { self.timing = timing }
}

/// The body of `POST /v1/nodes/NAME/spare`.
package struct SpareRequest: Codable, Sendable, Equatable {
  /// `none`, `component` or `instance`.
  package var spare: String

  /// Creates a request.
  package init(spare: String) { self.spare = spare }
}

/// The body of `POST /v1/nodes/NAME/loop`.
package struct LoopRequest: Codable, Sendable, Equatable {
  /// Whether the transport loops the song.
  package var loops: Bool

  /// Creates a request.
  package init(loops: Bool) { self.loops = loops }
}

/// The body of `POST /v1/nodes/NAME/replay`.
package struct ReplayRequest: Codable, Sendable, Equatable {
  /// The path of the crash bundle, as in the node's faults.
  package var bundle: String

  /// Creates a request.
  package init(bundle: String) { self.bundle = bundle }
}

/// The body of `POST /v1/nodes/NAME/preset` and of `rename`; the answer to an edit of nodes.
package struct NameRecord: Codable, Sendable, Equatable {
  /// The name of the preset or the node.
  package var name: String

  /// Creates a record of a name.
  package init(name: String) { self.name = name }
}

/// The body of `POST /v1/nodes/NAME/presets`.
package struct PresetRequest: Codable, Sendable, Equatable {
  /// The preset's name.
  package var name: String
  /// Whether a preset of that name is replaced; nil for no.
  package var overwrite: Bool?

  /// Creates a request.
  package init(name: String, overwrite: Bool? = nil) {
    self.name = name
    self.overwrite = overwrite
  }
}

/// The body of `POST /v1/nodes/NAME/compare`.
package struct ComparisonRequest: Codable, Sendable, Equatable {
  /// Whether to copy the playing setting to the other one; nil to switch to the other one.
  package var copies: Bool?

  /// Creates a request.
  package init(copies: Bool? = nil) { self.copies = copies }
}

/// The answer to `POST /v1/nodes/NAME/compare`.
package struct ComparisonAnswer: Codable, Sendable, Equatable {
  /// The setting that plays, `A` or `B`.
  package var slot: String
}

/// The body of `POST /v1/places`, and its answer.
package struct PlacesRecord: Codable, Sendable, Equatable {
  /// A column and a row for each node by its name.
  package var places: [String: [Int]]

  /// States places.
  package init(places: [String: [Int]]) { self.places = places }
}

/// The body of `POST /v1/maps/learn`.
package struct LearnRequest: Codable, Sendable, Equatable {
  /// The node.
  package var node: String
  /// The parameter to map.
  package var parameter: String

  /// Creates a request.
  package init(node: String, parameter: String) {
    self.node = node
    self.parameter = parameter
  }
}

/// The body of `POST /v1/save`, and its answer.
package struct PathRecord: Codable, Sendable, Equatable {
  /// The path of the session's file; nil for its current path.
  package var path: String?

  /// Creates a record of a path.
  package init(path: String? = nil) { self.path = path }
}

/// The body of `POST /v1/page`.
package struct PageRequest: Codable, Sendable, Equatable {
  /// The TCP port; nil for a free one, or the page's current one.
  package var port: Int?

  /// Creates a request.
  package init(port: Int? = nil) { self.port = port }
}
