internal import TenutoCore
internal import TenutoTransport

/// What is wrong in a manifest and where, as `components[0].name is empty`.
struct ManifestFault: Error, CustomStringConvertible {
  let description: String

  init(_ place: String, _ fault: String) { description = "\(place) \(fault)" }
}

/// Turns what stands in a manifest into values that the rest of the host can rely on.
enum ManifestCheck {
  static func schema(_ number: Double) throws(ManifestFault) {
    let known = Double(Manifest.schema)
    guard number != known else { return }
    let remedy = number > known ? "update Tenuto, or " : ""
    throw ManifestFault(
      "schema", "is \(shown(number)) and this host reads \(Manifest.schema); \(remedy)write that")
  }

  static func manifest(
    _ noted: Noted<ManifestEntry>, path: String
  ) throws(ManifestFault) -> Manifest {
    let entry = noted.content
    try fileName(entry.executable, "executable")
    guard !entry.components.isEmpty else { throw ManifestFault("components", "is empty") }
    var components: [ComponentDescription] = []
    var unknown = noted.unknownKeys
    var seen: Set<ComponentCode> = []
    for (index, item) in entry.components.enumerated() {
      let place = "components[\(index)]"
      let component = try self.component(item.content, place)
      guard seen.insert(component.code).inserted else {
        throw ManifestFault(place, "has the codes \(component.code) of another component")
      }
      components.append(component)
      unknown += unknownKeys(of: item, place)
    }
    return Manifest(
      executable: entry.executable, components: components,
      warnings: unknown.map { "\(path): \(printable($0)) means nothing and is ignored." })
  }

  static func component(
    _ entry: ComponentEntry, _ place: String
  ) throws(ManifestFault) -> ComponentDescription {
    let code = ComponentCode(
      type: try fourCharacters(entry.type, "\(place).type"),
      subtype: try fourCharacters(entry.subtype, "\(place).subtype"),
      manufacturer: try fourCharacters(entry.manufacturer, "\(place).manufacturer"))
    try name(entry.name, "\(place).name")
    try text(entry.manufacturerName, "\(place).manufacturerName")
    try text(entry.version, "\(place).version")
    try text(entry.summary ?? "", "\(place).summary")
    for (index, tag) in entry.tags.enumerated() { try name(tag, "\(place).tags[\(index)]") }
    return ComponentDescription(
      code, name: entry.name, manufacturerName: entry.manufacturerName, version: entry.version,
      summary: entry.summary ?? "", tags: entry.tags,
      inputs: try buses(entry.inputs, "\(place).inputs"),
      outputs: try buses(entry.outputs, "\(place).outputs"),
      parameters: try parameters(entry.parameters, "\(place).parameters"))
  }

  static func unknownKeys(of component: Noted<ComponentEntry>, _ place: String) -> [String] {
    func keys<Content>(_ list: [Noted<Content>], _ name: String) -> [String] {
      list.enumerated().flatMap { index, item in
        item.unknownKeys.map { "\(place).\(name)[\(index)].\($0)" }
      }
    }
    return component.unknownKeys.map { "\(place).\($0)" }
      + keys(component.content.inputs, "inputs") + keys(component.content.outputs, "outputs")
      + keys(component.content.parameters, "parameters")
  }
}

// MARK: - Buses and parameters

extension ManifestCheck {
  static func buses(
    _ entries: [Noted<BusEntry>], _ place: String
  ) throws(ManifestFault) -> [BusDescription] {
    var buses: [BusDescription] = []
    var channelCount = 0
    for (index, entry) in entries.enumerated() {
      let bus = entry.content
      try text(bus.name, "\(place)[\(index)].name")
      guard let count = Int(exactly: bus.channels), (1...64).contains(count) else {
        throw ManifestFault(
          "\(place)[\(index)].channels", "is \(shown(bus.channels)) and not in 1...64")
      }
      buses.append(BusDescription(bus.name, channelCount: count))
      channelCount += count
    }
    guard channelCount <= SegmentShape.maximumChannelCount else {
      throw ManifestFault(
        place, "has \(channelCount) channels and may have \(SegmentShape.maximumChannelCount)")
    }
    return buses
  }

  static func parameters(
    _ entries: [Noted<ParameterEntry>], _ place: String
  ) throws(ManifestFault) -> [Parameter] {
    var parameters: [Parameter] = []
    var addresses: Set<ParameterAddress> = []
    var identifiers: Set<String> = []
    for (index, entry) in entries.enumerated() {
      let place = "\(place)[\(index)]"
      let parameter = try self.parameter(entry.content, place)
      guard addresses.insert(parameter.address).inserted else {
        throw ManifestFault("\(place).address", "is that of another parameter")
      }
      guard identifiers.insert(parameter.identifier).inserted else {
        throw ManifestFault("\(place).identifier", "is that of another parameter")
      }
      parameters.append(parameter)
    }
    return parameters
  }

  static func parameter(
    _ entry: ParameterEntry, _ place: String
  ) throws(ManifestFault) -> Parameter {
    guard let address = ParameterAddress(entry.address), String(address) == entry.address else {
      throw ManifestFault("\(place).address", "is not a decimal number in 0...\(UInt64.max)")
    }
    try name(entry.identifier, "\(place).identifier")
    try text(entry.name, "\(place).name")
    let (minimum, maximum) = (entry.minimum.value, entry.maximum.value)
    for (value, key) in [(minimum, "minimum"), (maximum, "maximum")] {
      guard value.isFinite else { throw ManifestFault("\(place).\(key)", "is out of range") }
    }
    guard minimum <= maximum else {
      throw ManifestFault("\(place).minimum", "is greater than the maximum")
    }
    guard (minimum...maximum).contains(entry.default.value) else {
      throw ManifestFault("\(place).default", "is out of \(minimum)...\(maximum)")
    }
    guard let unit = ParameterUnit(word: entry.unit ?? ParameterUnit.generic.word) else {
      let words = ParameterUnit.allCases.map(\.word).joined(separator: ", ")
      throw ManifestFault("\(place).unit", "is none of \(words)")
    }
    return Parameter(
      address, entry.identifier, name: entry.name, range: minimum...maximum,
      unit: unit, default: entry.default.value)
  }
}

// MARK: - Texts

extension ManifestCheck {
  /// The longest text, in bytes.
  static let maximumTextLength = 4096

  /// Refuses long texts and control characters, which could steer the terminal that prints them.
  static func text(_ text: String, _ place: String) throws(ManifestFault) {
    guard text.utf8.count <= maximumTextLength else {
      throw ManifestFault(place, "is longer than \(maximumTextLength) bytes")
    }
    guard !text.unicodeScalars.contains(where: isControl) else {
      throw ManifestFault(place, "has a control character")
    }
  }

  static func name(_ name: String, _ place: String) throws(ManifestFault) {
    guard !name.isEmpty else { throw ManifestFault(place, "is empty") }
    try text(name, place)
  }

  static func fileName(_ name: String, _ place: String) throws(ManifestFault) {
    try self.name(name, place)
    guard !name.utf8.contains(0x2F), name != ".", name != "..", name.utf8.count <= 255,
      name != Manifest.fileName
    else {
      throw ManifestFault(place, "is not the name of a file in the bundle")
    }
  }

  static func fourCharacters(
    _ text: String, _ place: String
  ) throws(ManifestFault) -> FourCharacterCode {
    guard let code = FourCharacterCode(text) else {
      throw ManifestFault(place, "is not a code of four printable ASCII characters")
    }
    return code
  }

  /// The text without what could steer a terminal, and not too long for a message.
  static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(200) {
      scalars.append(isControl(scalar) ? "\u{FFFD}" : scalar)
    }
    return String(scalars)
  }

  /// A number as it is written in JSON.
  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x200E...0x200F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
      || (0x2066...0x2069).contains(scalar.value)
  }
}
