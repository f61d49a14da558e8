import TenutoComponents
import TenutoCore

/// A component as `--json` prints it.
///
/// Addresses are text, since many readers of JSON keep only 53 bits of a number.
struct ComponentRecord: Encodable {
  let code: String
  let name: String
  let manufacturerName: String
  let version: String
  let summary: String
  let license: String
  let contact: String
  let tags: [String]
  let inputs: [BusRecord]
  let outputs: [BusRecord]
  let capabilities: [CapabilityRecord]
  let parameters: [ParameterRecord]
  let groups: [GroupRecord]
  let overview: [String]
  let presets: [PresetRecord]
  let stateVersion: UInt32
  let midiProtocol: String
  let midiOutputs: [String]
  let supportsMPE: Bool
  let deterministic: Bool
  let bundle: String
  let executable: String
  let source: String
  let uri: String?

  init(_ component: Component) {
    let description = component.description
    code = "\(description.code)"
    name = description.name
    manufacturerName = description.manufacturerName
    version = description.version
    summary = description.summary
    license = description.license
    contact = description.contact
    tags = description.tags
    inputs = description.inputs.map(BusRecord.init)
    outputs = description.outputs.map(BusRecord.init)
    capabilities = description.capabilities.map(CapabilityRecord.init)
    parameters = description.parameters.map(ParameterRecord.init)
    groups = description.groups.map { GroupRecord(path: $0.path, name: $0.name) }
    overview = description.overview.map { "\($0)" }
    presets = description.presets.map(PresetRecord.init)
    stateVersion = description.stateVersion
    midiProtocol = description.midiProtocol.name
    midiOutputs = description.midiOutputs
    supportsMPE = description.supportsMPE
    deterministic = description.isDeterministic
    bundle = component.bundlePath
    executable = component.executablePath
    source = component.source?.format ?? "tenuto"
    uri = component.source?.uri
  }
}

extension ComponentRecord {
  /// An audio bus.
  struct BusRecord: Encodable {
    let name: String
    let channels: Int
    let optional: Bool

    init(_ bus: BusDescription) {
      name = bus.name
      channels = bus.channelCount
      optional = bus.isOptional
    }
  }

  /// A pair of channel counts by Audio Unit's rules.
  struct CapabilityRecord: Encodable {
    let inputs: Int
    let outputs: Int

    init(_ capability: ChannelCapability) {
      inputs = capability.inputCount
      outputs = capability.outputCount
    }
  }

  /// A group of parameters.
  struct GroupRecord: Encodable {
    let path: String
    let name: String
  }

  /// A factory preset; the values by address.
  struct PresetRecord: Encodable {
    let number: Int32
    let name: String
    let values: [String: Float]

    init(_ preset: FactoryPreset) {
      number = preset.number
      name = preset.name
      values = Dictionary(
        preset.values.map { ("\($0.address)", $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  /// A parameter.
  struct ParameterRecord: Encodable {
    let address: String
    let identifier: String
    let name: String
    let group: String
    let minimum: Float
    let maximum: Float
    let `default`: Float
    let unit: String
    let flags: [String]
    let valueNames: [String]
    let dependents: [String]

    init(_ parameter: Parameter) {
      address = "\(parameter.address)"
      identifier = parameter.identifier
      name = parameter.name
      group = parameter.group
      minimum = parameter.range.lowerBound
      maximum = parameter.range.upperBound
      self.default = parameter.defaultValue
      unit = parameter.unitText
      flags = parameter.flags.names
      valueNames = parameter.valueNames
      dependents = parameter.dependents.map { "\($0)" }
    }
  }
}

extension ParameterFlags {
  /// The names of the flags.
  var names: [String] {
    let all: [(ParameterFlags, String)] = [
      (.readOnly, "read-only"), (.logarithmic, "logarithmic"), (.hidden, "hidden"),
      (.canRamp, "can ramp"), (.notAutomatable, "not automatable"),
    ]
    return all.filter { contains($0.0) }.map(\.1)
  }
}

extension MIDIProtocol {
  /// The display name.
  var name: String {
    switch self {
    case .midi1: "MIDI 1.0"
    case .midi2: "MIDI 2.0"
    }
  }
}
