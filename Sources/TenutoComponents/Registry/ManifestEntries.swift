/// The unchecked content of `manifest.json`.
struct ManifestEntry: Encodable {
  var schema: Double
  var executable: String
  var components: [Noted<ComponentEntry>]
  var needs: Noted<NeedsEntry>?
  var source: Noted<SourceEntry>?
}

/// A component in a manifest.
///
/// Nil and empty lists are not written, and mean the default.
struct ComponentEntry: Encodable {
  var type: String
  var subtype: String
  var manufacturer: String
  var name: String
  var manufacturerName: String
  var version: String
  var summary: String?
  var license: String?
  var contact: String?
  var tags: [String]
  var inputs: [Noted<BusEntry>]
  var outputs: [Noted<BusEntry>]
  var capabilities: [Noted<CapabilityEntry>]?
  var parameters: [Noted<ParameterEntry>]
  var groups: [Noted<GroupEntry>]?
  /// Addresses.
  var overview: [String]?
  var presets: [Noted<PresetEntry>]?
  var stateVersion: Double?
  var midiProtocol: String?
  var midiOutputs: [String]?
  var supportsMPE: Bool?
  var deterministic: Bool?
}

/// An audio bus in a manifest.
struct BusEntry: Encodable {
  var name: String
  var channels: Double
  var optional: Bool?
}

/// A pair of channel counts in a manifest.
struct CapabilityEntry: Encodable {
  var inputs: Double
  var outputs: Double
}

/// A `Float` that is written with the fewest possible digits.
package struct SinglePrecision: Encodable {
  package let value: Float

  init(_ value: Float) { self.value = value }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

// MARK: - Reading

extension ManifestEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "schema", "executable", "components", "needs", "source",
  ]

  init(from keys: ManifestObject) throws(ManifestFault) {
    schema = try keys.number("schema")
    executable = try keys.text("executable")
    components = try keys.objects("components")
    needs = try keys.optionalObject("needs")
    source = try keys.optionalObject("source")
  }

  package var unknownPaths: [String] {
    components.unknownPaths("components") + (needs?.unknownPaths ?? []).map { "needs.\($0)" }
      + (source?.unknownPaths ?? []).map { "source.\($0)" }
  }
}

extension ComponentEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "type", "subtype", "manufacturer", "name", "manufacturerName", "version", "summary", "license",
    "contact", "tags", "inputs", "outputs", "capabilities", "parameters", "groups", "overview",
    "presets", "stateVersion", "midiProtocol", "midiOutputs", "supportsMPE", "deterministic",
  ]

  init(from keys: ManifestObject) throws(ManifestFault) {
    type = try keys.text("type")
    subtype = try keys.text("subtype")
    manufacturer = try keys.text("manufacturer")
    name = try keys.text("name")
    manufacturerName = try keys.text("manufacturerName")
    version = try keys.text("version")
    summary = try keys.optionalText("summary")
    license = try keys.optionalText("license")
    contact = try keys.optionalText("contact")
    tags = try keys.texts("tags")
    inputs = try keys.objects("inputs")
    outputs = try keys.objects("outputs")
    capabilities = try keys.objects("capabilities")
    parameters = try keys.objects("parameters")
    groups = try keys.objects("groups")
    overview = try keys.texts("overview")
    presets = try keys.objects("presets")
    stateVersion = try keys.optionalNumber("stateVersion")
    midiProtocol = try keys.optionalText("midiProtocol")
    midiOutputs = try keys.texts("midiOutputs")
    supportsMPE = try keys.optionalTruth("supportsMPE")
    deterministic = try keys.optionalTruth("deterministic")
  }

  var unknownPaths: [String] {
    inputs.unknownPaths("inputs") + outputs.unknownPaths("outputs")
      + (capabilities ?? []).unknownPaths("capabilities")
      + parameters.unknownPaths("parameters") + (groups ?? []).unknownPaths("groups")
      + (presets ?? []).unknownPaths("presets")
  }
}

extension BusEntry: KeyedContent {
  static let knownKeys: Set<String> = ["name", "channels", "optional"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    name = try keys.text("name")
    channels = try keys.number("channels")
    optional = try keys.optionalTruth("optional")
  }
}

extension CapabilityEntry: KeyedContent {
  static let knownKeys: Set<String> = ["inputs", "outputs"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    inputs = try keys.number("inputs")
    outputs = try keys.number("outputs")
  }
}

/// The needs of an executable besides rendering, in a manifest.
struct NeedsEntry: Encodable {
  var files: [Noted<FileNeedEntry>]?
  var network: Bool?
}

/// A file or folder that an executable needs, in a manifest.
struct FileNeedEntry: Encodable {
  var path: String
  var access: String
}

extension NeedsEntry: KeyedContent {
  static let knownKeys: Set<String> = ["files", "network"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    files = try keys.objects("files")
    network = try keys.optionalTruth("network")
  }

  var unknownPaths: [String] { (files ?? []).unknownPaths("files") }

  /// Nil if nothing is needed, so that nothing is written.
  init?(_ needs: SandboxGrants) {
    guard !needs.isEmpty else { return nil }
    files = needs.files.map {
      Noted(FileNeedEntry(path: $0.path, access: $0.access.rawValue))
    }
    network = needs.network ? true : nil
  }
}

extension FileNeedEntry: KeyedContent {
  static let knownKeys: Set<String> = ["path", "access"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    path = try keys.text("path")
    access = try keys.text("access")
  }
}
