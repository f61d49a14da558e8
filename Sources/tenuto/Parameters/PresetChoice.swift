import TenutoCore
import TenutoHost

/// A preset that the user has named.
enum PresetChoice {
  case factory(FactoryPreset)
  case user(UserPreset)

  /// Finds what `name` means: a factory preset's number, the user's own preset, a factory preset.
  ///
  /// - Returns: Nil where it means none.
  /// - Throws: Why the user's preset of that name cannot be read.
  init?(_ name: String, of component: ComponentDescription) throws(HostError) {
    if let number = Int32(name),
      let preset = component.presets.first(where: { $0.number == number })
    {
      self = .factory(preset)
    } else if let preset = try Self.userPreset(name, of: component) {
      self = .user(preset)
    } else if let preset = Self.factoryPreset(name, of: component) {
      self = .factory(preset)
    } else {
      return nil
    }
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

  private static func factoryPreset(
    _ name: String, of component: ComponentDescription
  ) -> FactoryPreset? {
    component.presets.first { $0.name == name }
      ?? component.presets.first { $0.name.lowercased() == name.lowercased() }
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
