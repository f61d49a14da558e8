package import TenutoCore

extension ComponentCode: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    func code(_ reader: inout WireReader) throws(WireError) -> FourCharacterCode {
      guard let code = FourCharacterCode(rawValue: try reader.read()) else {
        throw .invalidValue
      }
      return code
    }
    let type = try code(&reader)
    let subtype = try code(&reader)
    self.init(type: type, subtype: subtype, manufacturer: try code(&reader))
  }

  package func encode(into writer: inout WireWriter) {
    for code in [type, subtype, manufacturer] { writer.write(code.rawValue) }
  }
}

extension Parameter: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let address: UInt64 = try reader.read()
    let identifier = try reader.readString()
    let name = try reader.readString()
    let minimum = try reader.readFloat()
    let maximum = try reader.readFloat()
    let value = try reader.readFloat()
    guard minimum <= value, value <= maximum, !identifier.isEmpty else { throw .invalidValue }
    let unit = ParameterUnit(rawValue: try reader.read()) ?? .generic
    self.init(
      address, identifier, name: name, range: minimum...maximum, unit: unit, default: value)
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(address)
    writer.write(identifier)
    writer.write(name)
    writer.write(range.lowerBound)
    writer.write(range.upperBound)
    writer.write(defaultValue)
    writer.write(unit.rawValue)
  }
}

extension BusDescription: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let name = try reader.readString()
    let channelCount = Int(try reader.read(UInt16.self))
    guard (1...64).contains(channelCount) else { throw .invalidValue }
    self.init(name, channelCount: channelCount)
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(name)
    writer.write(UInt16(clamping: channelCount))
  }
}

extension String: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.readString() }
  package func encode(into writer: inout WireWriter) { writer.write(self) }
}

extension ComponentDescription: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let code = try ComponentCode(from: &reader)
    let name = try reader.readString()
    let manufacturerName = try reader.readString()
    let version = try reader.readString()
    let summary = try reader.readString()
    let tags: [String] = try reader.readList()
    let inputs: [BusDescription] = try reader.readList()
    let outputs: [BusDescription] = try reader.readList()
    let parameters: [Parameter] = try reader.readList()
    self.init(
      code, name: name, manufacturerName: manufacturerName, version: version, summary: summary,
      tags: tags, inputs: inputs, outputs: outputs, parameters: parameters)
    guard isWellFormed else { throw .invalidValue }
  }

  package func encode(into writer: inout WireWriter) {
    code.encode(into: &writer)
    for text in [name, manufacturerName, version, summary] { writer.write(text) }
    writer.write(tags)
    writer.write(inputs)
    writer.write(outputs)
    writer.write(parameters)
  }

  /// Whether a host can use it: channels within the limit, no address and no identifier twice.
  private var isWellFormed: Bool {
    inputChannelCount <= SegmentShape.maximumChannelCount
      && outputChannelCount <= SegmentShape.maximumChannelCount
      && Set(parameters.map(\.address)).count == parameters.count
      && Set(parameters.map(\.identifier)).count == parameters.count
  }
}
