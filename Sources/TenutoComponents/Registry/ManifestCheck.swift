internal import TenutoCore
internal import TenutoTransport

/// An error in a manifest with its path, as `components[0].name is empty`.
package struct ManifestFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ place: String, _ fault: String) { description = "\(place) \(fault)" }

  private init(_ description: String) { self.description = description }

  /// The same fault, with the path of the enclosing object.
  func inside(_ place: String) -> ManifestFault { ManifestFault("\(place).\(description)") }
}

/// Validates the values of a manifest, so that the rest of the host can rely on them.
package enum ManifestCheck {
  static func schema(_ number: Double) throws(ManifestFault) {
    guard let schema = Int(exactly: number), Manifest.readableSchemas.contains(schema) else {
      let remedy = number > Double(Manifest.schema) ? "update Tenuto, or " : ""
      throw ManifestFault(
        "schema",
        "is \(shown(number)) and this host reads \(Manifest.readableSchemas.lowerBound) to "
          + "\(Manifest.schema); \(remedy)write that")
    }
  }

  static func manifest(
    _ noted: Noted<ManifestEntry>, path: String
  ) throws(ManifestFault) -> Manifest {
    let entry = noted.content
    try fileName(entry.executable, "executable")
    guard !entry.components.isEmpty else { throw ManifestFault("components", "is empty") }
    var components: [ComponentDescription] = []
    var seen: Set<ComponentCode> = []
    for (index, described) in entry.components.enumerated() {
      func item() -> String { "components[\(index)]" }
      let component = try self.component(described.content, item())
      guard seen.insert(component.code).inserted else {
        throw ManifestFault(item(), "has the codes \(component.code) of another component")
      }
      components.append(component)
    }
    return Manifest(
      executable: entry.executable, components: components, needs: try needs(entry.needs),
      source: try source(entry.source),
      warnings: noted.unknownPaths.map { "\(path): \(printable($0)) is unknown and is ignored." }
    )
  }

  static func component(
    _ entry: ComponentEntry, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> ComponentDescription {
    let code = ComponentCode(
      type: try fourCharacters(entry.type, "\(place()).type"),
      subtype: try fourCharacters(entry.subtype, "\(place()).subtype"),
      manufacturer: try fourCharacters(entry.manufacturer, "\(place()).manufacturer"))
    try texts(of: entry, place())
    let parameters = try parameters(entry.parameters, "\(place()).parameters")
    return ComponentDescription(
      code, name: entry.name, manufacturerName: entry.manufacturerName, version: entry.version,
      summary: entry.summary ?? "", license: entry.license ?? "", contact: entry.contact ?? "",
      tags: entry.tags, inputs: try buses(entry.inputs, "\(place()).inputs"),
      outputs: try buses(entry.outputs, "\(place()).outputs"),
      capabilities: try capabilities(entry.capabilities ?? [], "\(place()).capabilities"),
      parameters: parameters, groups: try groups(entry.groups ?? [], "\(place()).groups"),
      overview: try addresses(entry.overview ?? [], of: parameters, "\(place()).overview"),
      presets: try presets(entry.presets ?? [], of: parameters, "\(place()).presets"),
      stateVersion: try whole(entry.stateVersion ?? 1, "\(place()).stateVersion"),
      midiProtocol: try midiProtocol(entry.midiProtocol, "\(place()).midiProtocol"),
      midiOutputs: try midiOutputs(entry.midiOutputs ?? [], "\(place()).midiOutputs"),
      supportsMPE: entry.supportsMPE ?? false, isDeterministic: entry.deterministic ?? false)
  }

  private static func texts(
    of entry: ComponentEntry, _ place: @autoclosure () -> String
  ) throws(ManifestFault) {
    try name(entry.name, "\(place()).name")
    try text(entry.manufacturerName, "\(place()).manufacturerName")
    try text(entry.version, "\(place()).version")
    try text(entry.summary ?? "", "\(place()).summary")
    try text(entry.license ?? "", "\(place()).license")
    try text(entry.contact ?? "", "\(place()).contact")
    for (index, tag) in entry.tags.enumerated() { try name(tag, "\(place()).tags[\(index)]") }
  }
}

// MARK: - Busses and MIDI

extension ManifestCheck {
  static func buses(
    _ entries: [Noted<BusEntry>], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [BusDescription] {
    var buses: [BusDescription] = []
    var channelCount = 0
    for (index, entry) in entries.enumerated() {
      let bus = entry.content
      try text(bus.name, "\(place())[\(index)].name")
      let limits = 1...BusDescription.maximumChannelCount
      guard let count = Int(exactly: bus.channels), limits.contains(count) else {
        throw ManifestFault(
          "\(place())[\(index)].channels", "is \(shown(bus.channels)) and not in 1...64")
      }
      buses.append(
        BusDescription(bus.name, channelCount: count, isOptional: bus.optional ?? false))
      channelCount += count
    }
    guard channelCount <= SegmentShape.maximumChannelCount else {
      throw ManifestFault(
        place(), "has \(channelCount) channels and may have \(SegmentShape.maximumChannelCount)")
    }
    return buses
  }

  static func capabilities(
    _ entries: [Noted<CapabilityEntry>], _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> [ChannelCapability] {
    var capabilities: [ChannelCapability] = []
    for (index, entry) in entries.enumerated() {
      let inputs: Int16 = try whole(entry.content.inputs, "\(place())[\(index)].inputs")
      let outputs: Int16 = try whole(entry.content.outputs, "\(place())[\(index)].outputs")
      capabilities.append(ChannelCapability(Int(inputs), Int(outputs)))
    }
    return capabilities
  }

  static func midiProtocol(
    _ word: String?, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> MIDIProtocol {
    guard let word else { return .midi2 }
    guard let midiProtocol = MIDIProtocol(word: word) else {
      throw ManifestFault(
        place(), "must be one of \(MIDIProtocol.allCases.map(\.word).joined(separator: ", "))")
    }
    return midiProtocol
  }

  /// As many as UMP has groups.
  static func midiOutputs(_ names: [String], _ place: @autoclosure () -> String)
    throws(ManifestFault) -> [String]
  {
    guard names.count <= 16 else {
      throw ManifestFault(place(), "has \(names.count) names and may have 16")
    }
    for (index, name) in names.enumerated() { try text(name, "\(place())[\(index)]") }
    return names
  }

  /// A whole number that fits `Number`.
  static func whole<Number: FixedWidthInteger>(
    _ number: Double, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> Number {
    guard let whole = Number(exactly: number) else {
      throw ManifestFault(
        place(), "is \(shown(number)) and not a whole number in \(Number.min)...\(Number.max)")
    }
    return whole
  }
}
