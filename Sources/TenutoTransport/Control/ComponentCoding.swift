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
    let group = try reader.readString()
    let minimum = try reader.readFloat()
    let maximum = try reader.readFloat()
    let value = try reader.readFloat()
    guard minimum <= value, value <= maximum, !identifier.isEmpty else { throw .invalidValue }
    let unit = ParameterUnit(rawValue: try reader.read()) ?? .generic
    let unitName = try reader.readString()
    let flags = ParameterFlags(rawValue: try reader.read())
    let valueNames: [String] = try reader.readList()
    self.init(
      address, identifier, name: name, group: group, range: minimum...maximum, unit: unit,
      unitName: unitName, default: value, flags: flags, valueNames: valueNames,
      dependents: try reader.readList())
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(address)
    for text in [identifier, name, group] { writer.write(text) }
    for value in [range.lowerBound, range.upperBound, defaultValue] { writer.write(value) }
    writer.write(unit.rawValue)
    writer.write(unitName)
    writer.write(flags.rawValue)
    writer.write(valueNames)
    writer.write(dependents)
  }
}

extension ParameterValue: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let address: UInt64 = try reader.read()
    self.init(address, try reader.readFloat())
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(address)
    writer.write(value)
  }
}

extension ParameterGroup: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let path = try reader.readString()
    self.init(path, name: try reader.readString())
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(path)
    writer.write(name)
  }
}

extension BusDescription: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let name = try reader.readString()
    let channelCount = Int(try reader.read(UInt16.self))
    guard (1...BusDescription.maximumChannelCount).contains(channelCount) else {
      throw .invalidValue
    }
    self.init(name, channelCount: channelCount, isOptional: try reader.readBool())
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(name)
    writer.write(UInt16(clamping: channelCount))
    writer.write(isOptional)
  }
}

extension ChannelCapability: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let input = Int(try reader.read(Int16.self))
    self.init(input, Int(try reader.read(Int16.self)))
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(Int16(clamping: inputCount))
    writer.write(Int16(clamping: outputCount))
  }
}

extension FactoryPreset: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) {
    let number: Int32 = try reader.read()
    let name = try reader.readString()
    guard number >= 0 else { throw .invalidValue }
    self.init(number, name: name, values: try reader.readList())
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(number)
    writer.write(name)
    writer.write(values)
  }
}

extension UInt64: WireCodable {
  package init(from reader: inout WireReader) throws(WireError) { self = try reader.read() }
  package func encode(into writer: inout WireWriter) { writer.write(self) }
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
    self.init(
      code, name: name, manufacturerName: manufacturerName, version: try reader.readString())
    summary = try reader.readString()
    license = try reader.readString()
    contact = try reader.readString()
    tags = try reader.readList()
    inputs = try reader.readList()
    outputs = try reader.readList()
    capabilities = try reader.readList()
    parameters = try reader.readList()
    groups = try reader.readList()
    overview = try reader.readList()
    presets = try reader.readList()
    stateVersion = try reader.read()
    guard let midi = MIDIProtocol(rawValue: try reader.read()) else { throw .invalidValue }
    midiProtocol = midi
    midiOutputs = try reader.readList()
    supportsMPE = try reader.readBool()
    isDeterministic = try reader.readBool()
    guard isWellFormed else { throw .invalidValue }
  }

  package func encode(into writer: inout WireWriter) {
    code.encode(into: &writer)
    for text in [name, manufacturerName, version, summary, license, contact] {
      writer.write(text)
    }
    writer.write(tags)
    writer.write(inputs)
    writer.write(outputs)
    writer.write(capabilities)
    writer.write(parameters)
    writer.write(groups)
    writer.write(overview)
    writer.write(presets)
    writer.write(stateVersion)
    writer.write(midiProtocol.rawValue)
    writer.write(midiOutputs)
    writer.write(supportsMPE)
    writer.write(isDeterministic)
  }

  /// Whether a host can use it: channels within the limit, unique addresses and identifiers.
  private var isWellFormed: Bool {
    inputChannelCount <= SegmentShape.maximumChannelCount
      && outputChannelCount <= SegmentShape.maximumChannelCount
      && Set(parameters.map(\.address)).count == parameters.count
      && Set(parameters.map(\.identifier)).count == parameters.count
      && Set(presets.map(\.number)).count == presets.count && midiOutputs.count <= 16
  }
}
