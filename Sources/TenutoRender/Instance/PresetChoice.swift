package import TenutoComponents
package import TenutoCore
package import TenutoSystem

/// A preset by name: the component's or the user's.
package enum PresetChoice: Sendable {
  case factory(FactoryPreset)
  case user(UserPreset)

  /// Finds a preset by name: a factory preset's number, the exact name of a user preset or of a
  /// factory preset, or the same names ignoring case.
  ///
  /// - Returns: Nil if there is no such preset.
  /// - Throws: An error if the user's preset of that name cannot be read.
  package init?(
    _ name: String, of component: ComponentDescription, users: UserPresets?
  ) throws(HostError) {
    let factory = component.presets
    let names = Self.userNames(of: component.code, users)
    if let number = Int32(name), let preset = factory.first(where: { $0.number == number }) {
      self = .factory(preset)
    } else if names.contains(name), let preset = try Self.load(name, of: component, users) {
      self = .user(preset)
    } else if let preset = factory.first(where: { $0.name == name }) {
      self = .factory(preset)
    } else if let user = names.first(where: { $0.isSame(as: name) }),
      let preset = try Self.load(user, of: component, users)
    {
      self = .user(preset)
    } else if let preset = factory.first(where: { $0.name.isSame(as: name) }) {
      self = .factory(preset)
    } else {
      return nil
    }
  }

  /// Finds a preset by name.
  ///
  /// - Throws: `.componentNotFound` with the available presets, or an error if it cannot be read.
  package static func find(
    _ name: String, of component: ComponentDescription, users: UserPresets?
  ) throws(HostError) -> PresetChoice {
    if let choice = try PresetChoice(name, of: component, users: users) { return choice }
    throw HostError(
      .componentNotFound,
      "There is no preset '\(name)' of '\(component.code)'; \(known(of: component, users: users))."
        .printable)
  }

  /// The user preset's exact name for `name`, which may differ in case; `name` itself if there is
  /// none.
  package static func userName(
    _ name: String, of code: ComponentCode, users: UserPresets?
  ) -> String {
    let names = userNames(of: code, users)
    return names.contains(name) ? name : names.first { $0.isSame(as: name) } ?? name
  }

  /// A list of the available presets.
  package static func known(of component: ComponentDescription, users: UserPresets?) -> String {
    let names =
      userNames(of: component.code, users) + component.presets.map { "\($0.name) (\($0.number))" }
    return names.isEmpty ? "it has none" : "known are: \(names.joined(separator: ", "))"
  }

  private static func userNames(of code: ComponentCode, _ users: UserPresets?) -> [String] {
    users?.list(for: code).presets.map(\.name) ?? []
  }

  private static func load(
    _ name: String, of component: ComponentDescription, _ users: UserPresets?
  ) throws(HostError) -> UserPreset? {
    do {
      return try users?.load(name, for: component)
    } catch {
      guard error.code == .fileNotFound else { throw error }
      return nil
    }
  }
}

extension PresetChoice {
  /// The preset's display name.
  package var name: String {
    switch self {
    case .factory(let preset): preset.name
    case .user(let preset): preset.name
    }
  }

  /// One sentence for each part that the component cannot use.
  package var warnings: [String] {
    if case .user(let preset) = self { return preset.warnings }
    return []
  }

  /// Loads the preset into an instance.
  package func apply(to instance: Instance) throws(HostError) {
    switch self {
    case .factory(let preset): try instance.select(preset)
    case .user(let preset): try instance.restore(preset.state)
    }
  }

  /// The state of the preset; `instance` does not change.
  package func state(by instance: Instance) throws(HostError) -> ComponentState {
    switch self {
    case .factory(let preset): try instance.state(of: preset)
    case .user(let preset): preset.state
    }
  }
}

extension String {
  /// Whether two names are equal ignoring case.
  fileprivate func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}
