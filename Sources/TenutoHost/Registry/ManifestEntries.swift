/// What `manifest.json` holds, as it is written there and before any of it is checked.
struct ManifestEntry: Encodable {
  var schema: Double
  var executable: String
  var components: [Noted<ComponentEntry>]
}

/// One component in a manifest.
struct ComponentEntry: Encodable {
  var type: String
  var subtype: String
  var manufacturer: String
  var name: String
  var manufacturerName: String
  var version: String
  var summary: String?
  var tags: [String]
  var inputs: [Noted<BusEntry>]
  var outputs: [Noted<BusEntry>]
  var parameters: [Noted<ParameterEntry>]
}

/// One audio bus in a manifest.
struct BusEntry: Encodable {
  var name: String
  var channels: Double
}

/// One parameter in a manifest.
struct ParameterEntry: Encodable {
  /// A decimal `UInt64` as text: many readers of JSON keep only 53 bits of a number.
  var address: String
  var identifier: String
  var name: String
  var minimum: SinglePrecision
  var maximum: SinglePrecision
  var `default`: SinglePrecision
  var unit: String?
}

/// A `Float` that is written with no more digits than it needs.
struct SinglePrecision: Encodable {
  let value: Float

  init(_ value: Float) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

// MARK: - Reading

/// Content that is read key by key.
protocol KeyedContent: Encodable {
  /// The keys that mean something.
  static var knownKeys: Set<String> { get }

  init(from keys: ManifestObject) throws(ManifestFault)
}

extension ManifestEntry: KeyedContent {
  static let knownKeys: Set<String> = ["schema", "executable", "components"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    schema = try keys.number("schema")
    executable = try keys.text("executable")
    components = try keys.objects("components")
  }
}

extension ComponentEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "type", "subtype", "manufacturer", "name", "manufacturerName", "version", "summary", "tags",
    "inputs", "outputs", "parameters",
  ]

  init(from keys: ManifestObject) throws(ManifestFault) {
    type = try keys.text("type")
    subtype = try keys.text("subtype")
    manufacturer = try keys.text("manufacturer")
    name = try keys.text("name")
    manufacturerName = try keys.text("manufacturerName")
    version = try keys.text("version")
    summary = try keys.optionalText("summary")
    tags = try keys.texts("tags")
    inputs = try keys.objects("inputs")
    outputs = try keys.objects("outputs")
    parameters = try keys.objects("parameters")
  }
}

extension BusEntry: KeyedContent {
  static let knownKeys: Set<String> = ["name", "channels"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    name = try keys.text("name")
    channels = try keys.number("channels")
  }
}

extension ParameterEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "address", "identifier", "name", "minimum", "maximum", "default", "unit",
  ]

  init(from keys: ManifestObject) throws(ManifestFault) {
    address = try keys.text("address")
    identifier = try keys.text("identifier")
    name = try keys.text("name")
    // A number that is too great for Float becomes infinite, which is refused with its place.
    func number(_ key: String) throws(ManifestFault) -> SinglePrecision {
      SinglePrecision(Float(try keys.number(key)))
    }
    minimum = try number("minimum")
    maximum = try number("maximum")
    `default` = try number("default")
    unit = try keys.optionalText("unit")
  }
}

// MARK: - Unknown keys

/// Content together with the keys that stood beside it and mean nothing.
struct Noted<Content: KeyedContent>: Encodable {
  let content: Content
  let unknownKeys: [String]

  init(_ content: Content) {
    self.content = content
    unknownKeys = []
  }

  init(_ object: ManifestObject) throws(ManifestFault) {
    content = try Content(from: object)
    unknownKeys = object.keys(besides: Content.knownKeys)
  }

  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}
