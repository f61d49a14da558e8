import TenutoCore
import TenutoRender
import TenutoSystem

extension PresetChoice {
  /// Finds what `name` means; nil where it means none.
  ///
  /// - Throws: Why the user's preset of that name cannot be read.
  init?(_ name: String, of component: ComponentDescription) throws(HostError) {
    try self.init(name, of: component, users: Environment.userPresets)
  }

  /// Finds what `name` means.
  ///
  /// - Throws: A `Failure` that names the presets that there are.
  static func find(_ name: String, of component: ComponentDescription) throws -> PresetChoice {
    if let choice = try PresetChoice(name, of: component) { return choice }
    throw Failure.usage(
      "There is no preset '\(name)' of '\(component.code)'; \(known(of: component)).")
  }

  /// The name of the user's preset that `name` means; `name` itself where it means none.
  static func userName(_ name: String, of code: ComponentCode) -> String {
    userName(name, of: code, users: Environment.userPresets)
  }

  /// Names the presets that there are.
  static func known(of component: ComponentDescription) -> String {
    known(of: component, users: Environment.userPresets)
  }

  /// Gives it to an instance, and tells the user what in it is of no use there.
  func applyAloud(to instance: Instance) throws(HostError) {
    for warning in warnings { Output.note(warning) }
    try apply(to: instance)
  }
}
