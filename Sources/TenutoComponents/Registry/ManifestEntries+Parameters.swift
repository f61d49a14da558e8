/// A parameter in a manifest.
struct ParameterEntry: Encodable {
  /// A decimal `UInt64` as text: many JSON readers keep only 53 bits of a number.
  var address: String
  var identifier: String
  var name: String
  /// The path of its group.
  var group: String?
  var minimum: SinglePrecision
  var maximum: SinglePrecision
  var `default`: SinglePrecision
  var unit: String?
  var unitName: String?
  var flags: [String]?
  var valueNames: [String]?
  /// Addresses.
  var dependents: [String]?
}

/// A group of parameters in a manifest.
struct GroupEntry: Encodable {
  var path: String
  var name: String
}

/// A factory preset in a manifest.
struct PresetEntry: Encodable {
  var number: Double
  var name: String
  var values: [Noted<ValueEntry>]?
}

/// A parameter's value in a manifest.
struct ValueEntry: Encodable {
  var address: String
  var value: SinglePrecision
}

// MARK: - Reading

extension ParameterEntry: KeyedContent {
  static let knownKeys: Set<String> = [
    "address", "identifier", "name", "group", "minimum", "maximum", "default", "unit", "unitName",
    "flags", "valueNames", "dependents",
  ]

  init(from keys: ManifestObject) throws(ManifestFault) {
    address = try keys.text("address")
    identifier = try keys.text("identifier")
    name = try keys.text("name")
    group = try keys.optionalText("group")
    minimum = try keys.single("minimum")
    maximum = try keys.single("maximum")
    `default` = try keys.single("default")
    unit = try keys.optionalText("unit")
    unitName = try keys.optionalText("unitName")
    flags = try keys.texts("flags")
    valueNames = try keys.texts("valueNames")
    dependents = try keys.texts("dependents")
  }
}

extension GroupEntry: KeyedContent {
  static let knownKeys: Set<String> = ["path", "name"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    path = try keys.text("path")
    name = try keys.text("name")
  }
}

extension PresetEntry: KeyedContent {
  static let knownKeys: Set<String> = ["number", "name", "values"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    number = try keys.number("number")
    name = try keys.text("name")
    values = try keys.objects("values")
  }

  package var unknownPaths: [String] { (values ?? []).unknownPaths("values") }
}

extension ValueEntry: KeyedContent {
  static let knownKeys: Set<String> = ["address", "value"]

  init(from keys: ManifestObject) throws(ManifestFault) {
    address = try keys.text("address")
    value = try keys.single("value")
  }
}
