import TenutoCore
import TenutoHost

/// A component as `--json` prints it.
struct ComponentRecord: Encodable {
  let code: String
  let name: String
  let manufacturerName: String
  let version: String
  let summary: String
  let tags: [String]
  let inputs: [BusRecord]
  let outputs: [BusRecord]
  let parameters: [ParameterRecord]
  let bundle: String
  let executable: String

  init(_ component: Component) {
    let description = component.description
    code = "\(description.code)"
    name = description.name
    manufacturerName = description.manufacturerName
    version = description.version
    summary = description.summary
    tags = description.tags
    inputs = description.inputs.map(BusRecord.init)
    outputs = description.outputs.map(BusRecord.init)
    parameters = description.parameters.map(ParameterRecord.init)
    bundle = component.bundlePath
    executable = component.executablePath
  }

  /// An audio bus.
  struct BusRecord: Encodable {
    let name: String
    let channels: Int

    init(_ bus: BusDescription) {
      name = bus.name
      channels = bus.channelCount
    }
  }

  /// A parameter; its address is text, since many readers of JSON keep only 53 bits of a number.
  struct ParameterRecord: Encodable {
    let address: String
    let identifier: String
    let name: String
    let minimum: Float
    let maximum: Float
    let `default`: Float
    let unit: String

    init(_ parameter: Parameter) {
      address = "\(parameter.address)"
      identifier = parameter.identifier
      name = parameter.name
      minimum = parameter.range.lowerBound
      maximum = parameter.range.upperBound
      self.default = parameter.defaultValue
      unit = parameter.unit.symbol
    }
  }
}
