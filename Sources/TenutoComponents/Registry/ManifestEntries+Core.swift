internal import TenutoCore

extension ComponentEntry {
  /// The manifest entry of `component`.
  init(_ component: ComponentDescription) {
    type = component.code.type.description
    subtype = component.code.subtype.description
    manufacturer = component.code.manufacturer.description
    name = component.name
    manufacturerName = component.manufacturerName
    version = component.version
    summary = component.summary
    license = component.license.unlessEmpty
    contact = component.contact.unlessEmpty
    tags = component.tags
    inputs = component.inputs.map { Noted(BusEntry($0)) }
    outputs = component.outputs.map { Noted(BusEntry($0)) }
    capabilities = component.capabilities.map { Noted(CapabilityEntry($0)) }.unlessEmpty
    parameters = component.parameters.map { Noted(ParameterEntry($0)) }
    groups = component.groups.map { Noted(GroupEntry(path: $0.path, name: $0.name)) }.unlessEmpty
    overview = component.overview.map { String($0) }.unlessEmpty
    presets = component.presets.map { Noted(PresetEntry($0)) }.unlessEmpty
    stateVersion = component.stateVersion == 1 ? nil : Double(component.stateVersion)
    midiProtocol = component.midiProtocol == .midi2 ? nil : component.midiProtocol.word
    midiOutputs = component.midiOutputs.unlessEmpty
    supportsMPE = component.supportsMPE ? true : nil
    deterministic = component.isDeterministic ? true : nil
  }
}

extension BusEntry {
  /// The manifest entry of `bus`.
  init(_ bus: BusDescription) {
    name = bus.name
    channels = Double(bus.channelCount)
    optional = bus.isOptional ? true : nil
  }
}

extension CapabilityEntry {
  /// The manifest entry of `capability`.
  init(_ capability: ChannelCapability) {
    inputs = Double(capability.inputCount)
    outputs = Double(capability.outputCount)
  }
}

extension ParameterEntry {
  /// The manifest entry of `parameter`.
  init(_ parameter: Parameter) {
    address = String(parameter.address)
    identifier = parameter.identifier
    name = parameter.name
    group = parameter.group.unlessEmpty
    minimum = SinglePrecision(parameter.range.lowerBound)
    maximum = SinglePrecision(parameter.range.upperBound)
    `default` = SinglePrecision(parameter.defaultValue)
    unit = parameter.unit.word
    unitName = parameter.unitName.unlessEmpty
    flags = parameter.flags.words.unlessEmpty
    valueNames = parameter.valueNames.unlessEmpty
    dependents = parameter.dependents.map { String($0) }.unlessEmpty
  }
}

extension PresetEntry {
  /// The manifest entry of `preset`.
  init(_ preset: FactoryPreset) {
    number = Double(preset.number)
    name = preset.name
    values =
      preset.values.map {
        Noted(ValueEntry(address: String($0.address), value: SinglePrecision($0.value)))
      }.unlessEmpty
  }
}

extension Collection {
  /// Nil if it is empty, so that the file omits it.
  fileprivate var unlessEmpty: Self? { isEmpty ? nil : self }
}
