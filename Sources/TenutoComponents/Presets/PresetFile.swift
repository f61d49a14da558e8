internal import FoundationEssentials
internal import TenutoCore
internal import TenutoSystem

/// The content of a preset file.
///
/// Parameters are stored by identifier, for readers; the address finds a renamed parameter.
package struct PresetFile {
  /// The version of the file format that this host writes, and the newest that it reads.
  static let schema = 1
  /// The largest file that is read, in bytes: a state of 16 MiB as base64, plus parameters.
  static let maximumSize = 24 << 20

  /// One parameter's value.
  package struct Value: Encodable {
    var identifier: String?
    /// A decimal `UInt64` as text: many JSON readers keep only 53 bits of a number.
    package var address: String
    package var value: Float

    package init(identifier: String?, address: String, value: Float) {
      self.identifier = identifier
      self.address = address
      self.value = value
    }
  }

  var name: String
  var code: ComponentCode
  var stateVersion: UInt32
  var parameters: [Value]
  var data: [UInt8]

  init(name: String, state: ComponentState, component: ComponentDescription) {
    self.name = name
    code = state.code
    stateVersion = state.version
    data = state.data
    parameters = state.parameters.map { value in
      Value(
        identifier: component.parameter(at: value.address)?.identifier,
        address: String(value.address), value: value.value)
    }
  }
}

// MARK: - Writing

extension PresetFile: Encodable {
  private enum Key: String, CodingKey {
    case schema, name, component, stateVersion, parameters, data
  }

  package func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Key.self)
    try keys.encode(Self.schema, forKey: .schema)
    try keys.encode(name, forKey: .name)
    try keys.encode(code.description, forKey: .component)
    try keys.encode(stateVersion, forKey: .stateVersion)
    try keys.encode(parameters, forKey: .parameters)
    if !data.isEmpty { try keys.encode(Data(data).base64EncodedString(), forKey: .data) }
  }

  /// The file's bytes: readable JSON that ends with a line feed.
  func serialized(path: String) throws(HostError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try Array(encoder.encode(self)) + [0x0A]
    } catch {
      throw HostError(.presetInvalid, "\(path): the preset cannot be written as JSON.")
    }
  }
}

// MARK: - Reading

extension PresetFile {
  /// Parses a file; unknown keys are ignored, and malformed bytes never trap.
  ///
  /// - Throws: `.presetInvalid`, with the error and its position.
  init(parsing bytes: [UInt8], path: String) throws(HostError) {
    func invalid(_ fault: String) -> HostError { HostError(.presetInvalid, "\(path): \(fault).") }
    guard bytes.count <= Self.maximumSize else {
      throw invalid("a preset may have at most \(Self.maximumSize) bytes")
    }
    do throws(ManifestFault) {
      let keys = try ManifestObject(try Self.json(bytes))
      // Check this first: a newer schema may have other keys.
      let schema = try keys.number("schema")
      guard schema <= Double(Self.schema) else {
        throw ManifestFault(
          "schema",
          "is \(ManifestCheck.shown(schema)), newer than the \(Self.schema) that this host reads; "
            + "update Tenuto")
      }
      guard schema == Double(Self.schema) else { throw ManifestFault("schema", "is unknown") }
      try self.init(keys)
    } catch {
      throw invalid(error.description)
    }
  }

  private init(_ keys: ManifestObject) throws(ManifestFault) {
    name = try keys.text("name")
    do {
      try PresetName.check(name)
    } catch {
      throw ManifestFault("name", "is not valid: \(error.message.dropLast())")
    }
    guard let code = ComponentCode(try keys.text("component")) else {
      throw ManifestFault("component", "is not a code such as 'aumu saw1 Tnto'")
    }
    self.code = code
    guard let version = UInt32(exactly: try keys.number("stateVersion")) else {
      throw ManifestFault("stateVersion", "is not a whole number in 0...\(UInt32.max)")
    }
    stateVersion = version
    parameters = try (keys.objects("parameters") as [Noted<Value>]).map(\.content)
    guard let data = Data(base64Encoded: try keys.optionalText("data") ?? "") else {
      throw ManifestFault("data", "is not base64")
    }
    self.data = Array(data)
  }

  private static func json(_ bytes: [UInt8]) throws(ManifestFault) -> JSONValue {
    do {
      return try JSONReader.parse(bytes)
    } catch {
      let line = bytes[..<error.offset].count { $0 == 0x0A } + 1
      throw ManifestFault("line \(line)", "is not JSON: \(error.reason)")
    }
  }
}

extension PresetFile.Value: KeyedContent {
  package static let knownKeys: Set<String> = ["identifier", "address", "value"]

  package init(from keys: ManifestObject) throws(ManifestFault) {
    identifier = try keys.optionalText("identifier")
    address = try keys.optionalText("address") ?? ""
    value = try keys.single("value").value
    guard value.isFinite else { throw ManifestFault("parameters", "have a value out of range") }
  }
}

// MARK: - Use

extension PresetFile {
  /// The preset, adapted to the current version of a component.
  func preset(for component: ComponentDescription) -> UserPreset {
    var values: [ParameterAddress: Float] = [:]
    var warnings: [String] = []
    for value in parameters {
      let address = ParameterAddress(value.address)
      let parameter =
        value.identifier.flatMap(component.parameter(named:))
        ?? address.flatMap(component.parameter(at:))
      if let parameter, !parameter.flags.contains(.readOnly) {
        values[parameter.address] = parameter.clamped(value.value)
      } else {
        let shown = ManifestCheck.printable(value.identifier ?? value.address)
        warnings.append("'\(name)': \(component.name) has no parameter '\(shown)' to set.")
      }
    }
    let known = values.map { ParameterValue($0.key, $0.value) }.sorted { $0.address < $1.address }
    let state = ComponentState(code: code, version: stateVersion, parameters: known, data: data)
    return UserPreset(name: name, state: state, warnings: warnings)
  }
}
