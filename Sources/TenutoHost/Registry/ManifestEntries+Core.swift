internal import TenutoCore

extension ComponentEntry {
  /// What a manifest says of `component`.
  init(_ component: ComponentDescription) {
    type = component.code.type.description
    subtype = component.code.subtype.description
    manufacturer = component.code.manufacturer.description
    name = component.name
    manufacturerName = component.manufacturerName
    version = component.version
    summary = component.summary
    tags = component.tags
    inputs = component.inputs.map { Noted(BusEntry($0)) }
    outputs = component.outputs.map { Noted(BusEntry($0)) }
    parameters = component.parameters.map { Noted(ParameterEntry($0)) }
  }
}

extension BusEntry {
  /// What a manifest says of `bus`.
  init(_ bus: BusDescription) {
    name = bus.name
    channels = Double(bus.channelCount)
  }
}

extension ParameterEntry {
  /// What a manifest says of `parameter`.
  init(_ parameter: Parameter) {
    address = String(parameter.address)
    identifier = parameter.identifier
    name = parameter.name
    minimum = SinglePrecision(parameter.range.lowerBound)
    maximum = SinglePrecision(parameter.range.upperBound)
    `default` = SinglePrecision(parameter.defaultValue)
    unit = parameter.unit.word
  }
}

extension ParameterUnit {
  /// The word that stands for the unit in files.
  var word: String {
    // The case's name, spelled out: renaming a case must not change what stands in files.
    switch self {
    case .generic: "generic"
    case .indexed: "indexed"
    case .boolean: "boolean"
    case .percent: "percent"
    case .seconds: "seconds"
    case .sampleFrames: "sampleFrames"
    case .phase: "phase"
    case .rate: "rate"
    case .hertz: "hertz"
    case .cents: "cents"
    case .relativeSemitones: "relativeSemitones"
    case .midiNoteNumber: "midiNoteNumber"
    case .midiController: "midiController"
    case .decibels: "decibels"
    case .linearGain: "linearGain"
    case .degrees: "degrees"
    case .equalPowerCrossfade: "equalPowerCrossfade"
    case .mixerFaderCurve1: "mixerFaderCurve1"
    case .pan: "pan"
    case .meters: "meters"
    case .absoluteCents: "absoluteCents"
    case .octaves: "octaves"
    case .beatsPerMinute: "beatsPerMinute"
    case .beats: "beats"
    case .milliseconds: "milliseconds"
    case .ratio: "ratio"
    case .custom: "custom"
    case .midi2Controller: "midi2Controller"
    }
  }

  /// The unit that `word` stands for, or nil.
  init?(word: String) {
    guard let unit = Self.allCases.first(where: { $0.word == word }) else { return nil }
    self = unit
  }
}
