internal import TenutoCore

/// State and factory presets.
extension ComponentInstance {
  /// The state as bytes.
  func savedState(_ scope: StateScope) throws(RequestFailure) -> [UInt8] {
    try encoded(table.settableValues, data: unit?.encodeState(scope) ?? [])
  }

  /// The state of a factory preset as bytes; nothing changes.
  func presetState(_ number: Int32) throws(RequestFailure) -> [UInt8] {
    let preset = try preset(number)
    let values = component.values(of: preset).map(clamped)
    return try encoded(values, data: unit?.encodeState(of: preset) ?? [])
  }

  /// Applies a factory preset.
  func select(_ number: Int32) throws(RequestFailure) {
    let preset = try preset(number)
    for value in component.values(of: preset) { table.setByHost(value) }
    unit?.select(preset)
  }

  /// Takes a file that the next state names.
  func take(_ file: GivenFile) throws(RequestFailure) {
    guard let unit, unit.take(file) else {
      throw RequestFailure("\(component.name) takes no files")
    }
  }

  /// Restores a state completely or not at all.
  func load(_ bytes: [UInt8]) throws(RequestFailure) {
    do throws(StateError) {
      let state = try migrated(try ComponentState(decoding: bytes))
      try unit?.decodeState(state.data)
      for value in values(of: state) { table.setByHost(value) }
    } catch {
      throw RequestFailure(sentence(error))
    }
  }

  private func encoded(
    _ values: [ParameterValue], data: [UInt8]
  ) throws(RequestFailure) -> [UInt8] {
    let bytes = ComponentState(
      code: component.code, version: component.stateVersion, parameters: values, data: data
    ).encoded()
    guard bytes.count <= ComponentState.maximumByteCount else {
      throw RequestFailure(
        "the state has \(bytes.count) bytes, \(ComponentState.maximumByteCount) are allowed")
    }
    return bytes
  }

  /// `state` converted to the current version.
  private func migrated(_ state: ComponentState) throws(StateError) -> ComponentState {
    guard state.code == component.code else { throw .wrongComponent(state.code) }
    guard state.version <= component.stateVersion else { throw .tooNew(state.version) }
    guard state.version < component.stateVersion, let unit else { return state }
    return try type(of: unit).migrate(state)
  }

  /// The values of all settable parameters: those of `state`, else the defaults.
  private func values(of state: ComponentState) -> [ParameterValue] {
    var known: [ParameterAddress: Float] = [:]
    for parameter in state.parameters { known[parameter.address] = parameter.value }
    return component.defaultValues.map {
      ParameterValue($0.address, known[$0.address] ?? $0.value)
    }
  }

  private func clamped(_ value: ParameterValue) -> ParameterValue {
    let index = table.index(of: value.address)
    return ParameterValue(value.address, table.clamped(value.value, at: index))
  }

  private func preset(_ number: Int32) throws(RequestFailure) -> FactoryPreset {
    guard let preset = component.presets.first(where: { $0.number == number }) else {
      throw RequestFailure("\(component.name) has no factory preset \(number)")
    }
    return preset
  }

  private func sentence(_ error: StateError) -> String {
    switch error {
    case .empty: "the state is empty"
    case .damaged: "the state is damaged"
    case .wrongComponent(let code): "the state is of '\(code)', not of '\(component.code)'"
    case .tooNew(let version):
      "the state has version \(version), \(component.name) knows up to \(component.stateVersion)"
    case .refused(let reason): reason
    }
  }
}
