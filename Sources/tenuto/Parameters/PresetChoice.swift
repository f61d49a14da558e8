import TenutoCore
import TenutoHost

/// A preset that the user has named.
enum PresetChoice {
  case factory(FactoryPreset)
  case user(UserPreset)

  /// Finds what `name` means: a factory preset's number, else the user's preset of exactly that
  /// name, else the factory's; else the same in any case.
  ///
  /// - Returns: Nil where it means none.
  /// - Throws: Why the user's preset of that name cannot be read.
  init?(_ name: String, of component: ComponentDescription) throws(HostError) {
    let factory = component.presets
    let users = Self.userNames(of: component.code)
    if let number = Int32(name), let preset = factory.first(where: { $0.number == number }) {
      self = .factory(preset)
    } else if users.contains(name), let preset = try Self.userPreset(name, of: component) {
      self = .user(preset)
    } else if let preset = factory.first(where: { $0.name == name }) {
      self = .factory(preset)
    } else if let user = users.first(where: { $0.isSame(as: name) }),
      let preset = try Self.userPreset(user, of: component)
    {
      self = .user(preset)
    } else if let preset = factory.first(where: { $0.name.isSame(as: name) }) {
      self = .factory(preset)
    } else {
      return nil
    }
  }

  /// The name of the user's preset that `name` means: exactly, else in any case; `name` itself
  /// where it means none.
  static func userName(_ name: String, of code: ComponentCode) -> String {
    let names = userNames(of: code)
    return names.contains(name) ? name : names.first { $0.isSame(as: name) } ?? name
  }

  /// Finds what `name` means.
  ///
  /// - Throws: A `Failure` that names the presets that there are.
  static func find(_ name: String, of component: ComponentDescription) throws -> PresetChoice {
    if let choice = try PresetChoice(name, of: component) { return choice }
    throw Failure.usage(
      "There is no preset '\(name)' of '\(component.code)'; \(known(of: component)).")
  }

  /// Names the presets that there are.
  static func known(of component: ComponentDescription) -> String {
    let names =
      userNames(of: component.code) + component.presets.map { "\($0.name) (\($0.number))" }
    return names.isEmpty ? "it has none" : "known are: \(names.joined(separator: ", "))"
  }

  private static func userNames(of code: ComponentCode) -> [String] {
    Environment.userPresets?.list(for: code).presets.map(\.name) ?? []
  }

  private static func userPreset(
    _ name: String, of component: ComponentDescription
  ) throws(HostError) -> UserPreset? {
    do {
      return try Environment.userPresets?.load(name, for: component)
    } catch {
      guard error.code == .fileNotFound else { throw error }
      return nil
    }
  }
}

extension PresetChoice {
  /// The name that people read.
  var name: String {
    switch self {
    case .factory(let preset): preset.name
    case .user(let preset): preset.name
    }
  }

  /// Gives the preset to an instance.
  func apply(to instance: Instance) throws(HostError) {
    switch self {
    case .factory(let preset): try instance.select(preset)
    case .user(let preset):
      for warning in preset.warnings { Output.note(warning) }
      try instance.restore(preset.state)
    }
  }

  /// The state that it stands for; `instance` stays as it is.
  func state(by instance: Instance) throws(HostError) -> ComponentState {
    switch self {
    case .factory(let preset): try instance.state(of: preset)
    case .user(let preset): preset.state
    }
  }
}

extension String {
  /// Whether two names differ at most in capitals.
  fileprivate func isSame(as other: String) -> Bool { lowercased() == other.lowercased() }
}
