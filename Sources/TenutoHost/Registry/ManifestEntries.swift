/// What `manifest.json` holds, as it is written there and before any of it is checked.
///
/// Whole numbers are `Double` here: a JSON number that does not fit its type makes the decoder of
/// FoundationEssentials (6.3) call the whole file "not JSON" and not say where.
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
  var tags: [String]?
  var inputs: [Noted<BusEntry>]?
  var outputs: [Noted<BusEntry>]?
  var parameters: [Noted<ParameterEntry>]?
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

/// The version of a manifest alone, to tell a newer one from a damaged one.
struct SchemaEntry: Codable {
  var schema: Double
}

// MARK: - Reading

/// Content that is read key by key.
///
/// The readers are written out, since the one that the compiler would write opens a container of
/// its own: with the one for the unknown keys, a scan took a third longer.
protocol KeyedContent: Encodable {
  /// The keys that mean something.
  static var knownKeys: Set<String> { get }

  init(from keys: KeyedDecodingContainer<AnyKey>) throws
}

extension ManifestEntry: KeyedContent {
  static let knownKeys: Set<String> = ["schema", "executable", "components"]

  init(from keys: KeyedDecodingContainer<AnyKey>) throws {
    schema = try keys.decode(Double.self, forKey: "schema")
    executable = try keys.decode(String.self, forKey: "executable")
    components = try keys.decode([Noted<ComponentEntry>].self, forKey: "components")
  }
}

extension ComponentEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "type", "subtype", "manufacturer", "name", "manufacturerName", "version", "summary", "tags",
    "inputs", "outputs", "parameters",
  ]

  init(from keys: KeyedDecodingContainer<AnyKey>) throws {
    type = try keys.decode(String.self, forKey: "type")
    subtype = try keys.decode(String.self, forKey: "subtype")
    manufacturer = try keys.decode(String.self, forKey: "manufacturer")
    name = try keys.decode(String.self, forKey: "name")
    manufacturerName = try keys.decode(String.self, forKey: "manufacturerName")
    version = try keys.decode(String.self, forKey: "version")
    summary = try keys.decodeIfPresent(String.self, forKey: "summary")
    tags = try keys.decodeIfPresent([String].self, forKey: "tags")
    inputs = try keys.decodeIfPresent([Noted<BusEntry>].self, forKey: "inputs")
    outputs = try keys.decodeIfPresent([Noted<BusEntry>].self, forKey: "outputs")
    parameters = try keys.decodeIfPresent([Noted<ParameterEntry>].self, forKey: "parameters")
  }
}

extension BusEntry: KeyedContent {
  static let knownKeys: Set<String> = ["name", "channels"]

  init(from keys: KeyedDecodingContainer<AnyKey>) throws {
    name = try keys.decode(String.self, forKey: "name")
    channels = try keys.decode(Double.self, forKey: "channels")
  }
}

extension ParameterEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "address", "identifier", "name", "minimum", "maximum", "default", "unit",
  ]

  init(from keys: KeyedDecodingContainer<AnyKey>) throws {
    address = try keys.decode(String.self, forKey: "address")
    identifier = try keys.decode(String.self, forKey: "identifier")
    name = try keys.decode(String.self, forKey: "name")
    // A number that is too great for Float becomes infinite, which is refused with its place.
    func number(_ key: AnyKey) throws -> SinglePrecision {
      SinglePrecision(Float(try keys.decode(Double.self, forKey: key)))
    }
    minimum = try number("minimum")
    maximum = try number("maximum")
    `default` = try number("default")
    unit = try keys.decodeIfPresent(String.self, forKey: "unit")
  }
}

// MARK: - Unknown keys

/// Content together with the keys that stood beside it and mean nothing.
struct Noted<Content: KeyedContent>: Codable {
  var content: Content
  var unknownKeys: [String] = []

  init(_ content: Content) { self.content = content }

  init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: AnyKey.self)
    content = try Content(from: keys)
    for key in keys.allKeys where !Content.knownKeys.contains(key.stringValue) {
      unknownKeys.append(key.stringValue)
    }
    unknownKeys.sort()
  }

  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

/// A key of any name.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}
