internal import TenutoCore
internal import TenutoHost

/// A preset that a session names: the user's own before the component's.
enum NamedPreset {
  case factory(FactoryPreset)
  case user(UserPreset)

  /// Finds what `name` means: exactly, else in any case.
  ///
  /// - Throws: `.fileNotFound` with the names that there are, or why it cannot be read.
  init(
    _ name: String, of component: ComponentDescription, users: UserPresets?
  ) throws(HostError) {
    let userNames = users?.list(for: component.code).presets.map(\.name) ?? []
    let isSame = { (other: String) in other.lowercased() == name.lowercased() }
    let user = userNames.first { $0 == name } ?? userNames.first(where: isSame)
    let factory =
      component.presets.first { $0.name == name } ?? component.presets.first { isSame($0.name) }
    if let user, user == name || factory?.name != name, let users {
      self = .user(try users.load(user, for: component))
    } else if let factory {
      self = .factory(factory)
    } else {
      let known = userNames + component.presets.map(\.name)
      let list = known.isEmpty ? "it has none" : "known are: " + known.joined(separator: ", ")
      throw HostError(
        .componentNotFound,
        "There is no preset '\(name)' of '\(component.code)'; \(list).".printable)
    }
  }

  /// What the session calls it.
  var name: String {
    switch self {
    case .factory(let preset): preset.name
    case .user(let preset): preset.name
    }
  }

  /// Gives it to an instance.
  func apply(to instance: Instance) throws(HostError) {
    switch self {
    case .factory(let preset): try instance.select(preset)
    case .user(let preset): try instance.restore(preset.state)
    }
  }
}
