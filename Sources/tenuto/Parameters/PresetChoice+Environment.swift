import TenutoCore
import TenutoRender
import TenutoSystem

extension PresetChoice {
  /// Finds the preset with a name; nil if none exists.
  ///
  /// - Throws: An error if the user preset of that name cannot be read.
  init?(_ name: String, of component: ComponentDescription) throws(HostError) {
    try self.init(name, of: component, users: Environment.userPresets)
  }

  /// Finds the preset with a name.
  ///
  /// - Throws: A `Failure` with the known presets.
  static func find(_ name: String, of component: ComponentDescription) throws -> PresetChoice {
    if let choice = try PresetChoice(name, of: component) { return choice }
    throw Failure.usage(
      "'\(component.code)' has no preset '\(name)'; \(known(of: component)).")
  }

  /// Returns the user preset that `name` means, or `name` itself if none exists.
  static func userName(_ name: String, of code: ComponentCode) -> String {
    userName(name, of: code, users: Environment.userPresets)
  }

  /// Returns the names of the presets.
  static func known(of component: ComponentDescription) -> String {
    known(of: component, users: Environment.userPresets)
  }

  /// Loads the preset into an instance, and reports the values that do not apply.
  func applyAloud(to instance: Instance) throws(HostError) {
    for warning in warnings { Output.note(warning) }
    try apply(to: instance)
  }
}
