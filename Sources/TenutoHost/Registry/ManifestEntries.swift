/// What `manifest.json` holds, as it is written there and before any of it is checked.
struct ManifestEntry: Codable {
  var schema: Int
  var executable: String
  var components: [Noted<ComponentEntry>]
}

/// One component in a manifest.
struct ComponentEntry: Codable {
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
struct BusEntry: Codable {
  var name: String
  var channels: Int
}

/// One parameter in a manifest.
struct ParameterEntry: Codable {
  /// A decimal `UInt64` as text: many readers of JSON keep only 53 bits of a number.
  var address: String
  var identifier: String
  var name: String
  var minimum: Float
  var maximum: Float
  var `default`: Float
  var unit: String?
}

/// The version of a manifest alone, to tell a newer one from a damaged one.
struct SchemaEntry: Codable {
  var schema: Int
}

// MARK: - Unknown keys

/// Content that knows the keys it reads.
protocol KeyedContent: Codable {
  static var knownKeys: Set<String> { get }
}

extension ManifestEntry: KeyedContent {
  static let knownKeys: Set<String> = ["schema", "executable", "components"]
}

extension ComponentEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "type", "subtype", "manufacturer", "name", "manufacturerName", "version", "summary", "tags",
    "inputs", "outputs", "parameters",
  ]
}

extension BusEntry: KeyedContent {
  static let knownKeys: Set<String> = ["name", "channels"]
}

extension ParameterEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "address", "identifier", "name", "minimum", "maximum", "default", "unit",
  ]
}

/// Content together with the keys that stood beside it and mean nothing.
struct Noted<Content: KeyedContent>: Codable {
  var content: Content
  var unknownKeys: [String] = []

  init(_ content: Content) { self.content = content }

  init(from decoder: any Decoder) throws {
    content = try Content(from: decoder)
    unknownKeys = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
      .filter { !Content.knownKeys.contains($0) }.sorted()
  }

  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

/// A key of any name.
private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
