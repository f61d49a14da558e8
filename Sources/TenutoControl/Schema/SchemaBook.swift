/// Generates JSON schemas from types by observing how the types decode themselves.
///
/// So the description always matches what is read and written.
final class SchemaBook {
  /// The schemas of named types, by name.
  private(set) var named: [String: JSONTree] = [:]

  /// Returns the schema of a type; a type with keys is named and referenced.
  func schema(of type: any Decodable.Type) -> JSONTree {
    if let plain = Self.plain(type) { return plain }
    if let list = type as? any SchemaList.Type {
      return ["type": "array", "items": schema(of: list.elementType)]
    }
    if let table = type as? any SchemaTable.Type {
      return ["type": "object", "additionalProperties": schema(of: table.valueType)]
    }
    let name = "\(type)"
    if named[name] == nil {
      named[name] = [:]
      named[name] = object(type)
    }
    return ["$ref": .text("#/components/schemas/\(name)")]
  }

  private static func plain(_ type: any Decodable.Type) -> JSONTree? {
    switch type {
    case is Bool.Type: ["type": "boolean"]
    case is String.Type: ["type": "string"]
    // A division may result in NaN or infinity.
    case is Double.Type: ["oneOf": [["type": "number"], ["enum": ["inf", "-inf", "nan"]]]]
    case is SettingValue.Type: ["type": ["number", "string"]]
    case is any FixedWidthInteger.Type: ["type": "integer"]
    case is JSONTree.Type: ["type": "object"]
    default: nil
    }
  }

  private func object(_ type: any Decodable.Type) -> JSONTree {
    let reader = SchemaReader(book: self)
    // It throws only for a type without keys, and such types are handled above.
    _ = try? type.init(from: reader)
    let properties = reader.keys.entries.reduce(into: [:]) { $0[$1.name] = $1.schema }
    let required = reader.keys.entries.filter(\.isRequired).map(\.name).sorted()
    return [
      "type": "object", "properties": .object(properties),
      "required": .list(required.map { .text($0) }),
    ]
  }
}

/// A type that is encoded as a list.
private protocol SchemaList {
  static var elementType: any Decodable.Type { get }
}
extension Array: SchemaList where Element: Decodable {
  static var elementType: any Decodable.Type { Element.self }
}

/// A type that is encoded as an object with arbitrary keys.
private protocol SchemaTable {
  static var valueType: any Decodable.Type { get }
}
extension Dictionary: SchemaTable where Key == String, Value: Decodable {
  static var valueType: any Decodable.Type { Value.self }
}
