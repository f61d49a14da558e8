package import TenutoCore

/// Sets parameters; they take effect before the next cycle, or at allocate.
package struct SetParametersRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.setParameters
  package typealias Response = Nothing

  package let values: [ParameterValue]
  package init(values: [ParameterValue]) { self.values = values }
  package init(from reader: inout WireReader) throws(WireError) { values = try reader.readList() }
  package func encode(into writer: inout WireWriter) { writer.write(values) }
}

/// Asks for the values of all parameters, read-only ones included, in the order of addresses.
package struct ParametersRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.parameters

  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}

  package struct Response: WireCodable, Equatable {
    package let values: [ParameterValue]
    package init(values: [ParameterValue]) { self.values = values }
    package init(from reader: inout WireReader) throws(WireError) {
      values = try reader.readList()
    }
    package func encode(into writer: inout WireWriter) { writer.write(values) }
  }
}

/// Clears sounding notes, tails and delay lines; parameters are unchanged.
package struct ResetRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.reset
  package typealias Response = Nothing
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}

/// Asks for the state, to be downloaded.
package struct SaveStateRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.saveState
  package typealias Response = BulkSize

  package let scope: StateScope
  package init(scope: StateScope) { self.scope = scope }

  package init(from reader: inout WireReader) throws(WireError) {
    guard let scope = StateScope(rawValue: try reader.read()) else { throw .invalidValue }
    self.scope = scope
  }
  package func encode(into writer: inout WireWriter) { writer.write(scope.rawValue) }
}

/// Loads the uploaded state, either completely or not at all.
package struct LoadStateRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.loadState
  package typealias Response = Nothing
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}

/// Selects a factory preset.
package struct SelectPresetRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.selectPreset
  package typealias Response = Nothing

  package let number: Int32
  package init(number: Int32) { self.number = number }
  package init(from reader: inout WireReader) throws(WireError) { number = try reader.read() }
  package func encode(into writer: inout WireWriter) { writer.write(number) }
}

/// Asks for the state of a factory preset, to be downloaded; nothing changes.
package struct PresetStateRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.presetState
  package typealias Response = BulkSize

  package let number: Int32
  package init(number: Int32) { self.number = number }
  package init(from reader: inout WireReader) throws(WireError) { number = try reader.read() }
  package func encode(into writer: inout WireWriter) { writer.write(number) }
}

/// Asks for the text of a value.
package struct TextRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.text

  package let parameter: ParameterValue
  package init(parameter: ParameterValue) { self.parameter = parameter }
  package init(from reader: inout WireReader) throws(WireError) {
    parameter = try ParameterValue(from: &reader)
  }
  package func encode(into writer: inout WireWriter) { parameter.encode(into: &writer) }

  package struct Response: WireCodable, Equatable {
    package let text: String
    package init(text: String) { self.text = text }
    package init(from reader: inout WireReader) throws(WireError) {
      text = try reader.readString()
    }
    package func encode(into writer: inout WireWriter) { writer.write(text) }
  }
}

/// Asks for the value of a text; refused if the text has none.
package struct ValueRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.value
  package typealias Response = ParameterValue

  package let address: ParameterAddress
  package let text: String
  package init(address: ParameterAddress, text: String) {
    self.address = address
    self.text = text
  }
  package init(from reader: inout WireReader) throws(WireError) {
    address = try reader.read()
    text = try reader.readString()
  }
  package func encode(into writer: inout WireWriter) {
    writer.write(address)
    writer.write(text)
  }
}

/// Sends a message to the unit, uploaded before; its reply is downloaded after.
package struct MessageRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.message
  package typealias Response = BulkSize
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}

/// Sets the purpose of the instance, for example a track's name (`contextName`).
package struct ContextNameRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.contextName
  package typealias Response = Nothing

  package let name: String
  package init(name: String) { self.name = name }
  package init(from reader: inout WireReader) throws(WireError) { name = try reader.readString() }
  package func encode(into writer: inout WireWriter) { writer.write(name) }
}
