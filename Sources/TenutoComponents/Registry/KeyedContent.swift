/// Content that is read key by key.
package protocol KeyedContent: Encodable {
  /// The keys that are used.
  static var knownKeys: Set<String> { get }

  init(from keys: ManifestObject) throws(ManifestFault)

  /// The relative paths of ignored keys further down.
  var unknownPaths: [String] { get }
}

extension KeyedContent {
  package var unknownPaths: [String] { [] }
}

/// Content together with the ignored keys next to it.
package struct Noted<Content: KeyedContent>: Encodable {
  package let content: Content
  /// The relative paths of these keys.
  package let unknownPaths: [String]

  init(_ content: Content) {
    self.content = content
    unknownPaths = []
  }

  init(_ object: ManifestObject) throws(ManifestFault) {
    try self.init(object, unknownKeys: object.keys(besides: Content.knownKeys))
  }

  /// Reads an object with keys that are known to be ignored.
  init(_ object: ManifestObject, unknownKeys: [String]) throws(ManifestFault) {
    content = try Content(from: object)
    unknownPaths = unknownKeys + content.unknownPaths
  }

  package func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

extension Array {
  /// The paths of the ignored keys in a list named `name`.
  package func unknownPaths<Content>(_ name: String) -> [String] where Element == Noted<Content> {
    enumerated().flatMap { index, item in
      item.unknownPaths.map { "\(name)[\(index)].\($0)" }
    }
  }
}
