// What requests hold that say something in one or two words.

/// The body of `POST /v1/nodes/NAME/set`.
package struct SetRequest: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package var parameter: String
  /// Its value.
  package var value: SettingValue

  /// States a value.
  package init(parameter: String, value: SettingValue) {
    self.parameter = parameter
    self.value = value
  }
}

/// The body of `POST /v1/nodes/NAME/ramp`.
package struct RampRequest: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package var parameter: String
  /// The value that it goes to.
  package var value: SettingValue
  /// How long it takes.
  package var seconds: Double

  /// States a way.
  package init(parameter: String, value: SettingValue, seconds: Double) {
    self.parameter = parameter
    self.value = value
    self.seconds = seconds
  }
}

/// The body of `POST /v1/nodes/NAME/bypass`.
package struct BypassRequest: Codable, Sendable, Equatable {
  /// Whether the node is to be left out.
  package var bypassed: Bool

  /// States a wish.
  package init(bypassed: Bool) { self.bypassed = bypassed }
}

/// The body of `POST /v1/nodes/NAME/mute` and of `unmute`.
package struct MuteRequest: Codable, Sendable, Equatable {
  /// The input of a mixer, from 1; nil for the node itself.
  package var input: Int?

  /// States a wish.
  package init(input: Int? = nil) { self.input = input }
}

/// The body of `POST /v1/nodes/NAME/timing`.
package struct TimingRequest: Codable, Sendable, Equatable {
  /// `same-cycle` or `one-period-later`.
  package var timing: String

  /// States a timing.
  package init(timing: String) { self.timing = timing }
}

/// The body of `POST /v1/nodes/NAME/preset`, and of `rename`; the answer to an edit of nodes.
package struct NameRecord: Codable, Sendable, Equatable {
  /// The preset's name, or the node's.
  package var name: String

  /// States a name.
  package init(name: String) { self.name = name }
}

/// The body of `POST /v1/maps/learn`.
package struct LearnRequest: Codable, Sendable, Equatable {
  /// The node.
  package var node: String
  /// The parameter that a controller is to move.
  package var parameter: String

  /// States a wish.
  package init(node: String, parameter: String) {
    self.node = node
    self.parameter = parameter
  }
}

/// The body of `POST /v1/save`, and its answer.
package struct PathRecord: Codable, Sendable, Equatable {
  /// Where the session is saved; nil for where it was.
  package var path: String?

  /// States a path.
  package init(path: String? = nil) { self.path = path }
}

/// The body of `POST /v1/page`.
package struct PageRequest: Codable, Sendable, Equatable {
  /// The port of TCP; nil for one that is free, or the one that the page has already.
  package var port: Int?

  /// States a wish.
  package init(port: Int? = nil) { self.port = port }
}
