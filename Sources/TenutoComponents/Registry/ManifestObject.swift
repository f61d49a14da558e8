/// An object of a manifest.
///
/// Errors carry the relative path. The enclosing object prepends its own path, so that paths are
/// built only for errors.
package struct ManifestObject {
  private let members: [JSONMember]

  package init(_ value: JSONValue) throws(ManifestFault) {
    guard case .object(let members) = value else {
      throw ManifestFault("the file", "is not an object")
    }
    self.members = members
  }

  private init(_ value: JSONValue, place: () -> String) throws(ManifestFault) {
    guard case .object(let members) = value else {
      throw ManifestFault(place(), "is not an object")
    }
    self.members = members
  }

  /// The value of `key`, nil if it is missing or null; of duplicates, the first.
  private func optional(_ key: String) -> JSONValue? {
    for member in members where member.key == key {
      if case .null = member.value { return nil }
      return member.value
    }
    return nil
  }

  private func missing(_ key: String) -> ManifestFault { ManifestFault(key, "is missing") }

  package func number(_ key: String) throws(ManifestFault) -> Double {
    guard let number = try optionalNumber(key) else { throw missing(key) }
    return number
  }

  package func optionalNumber(_ key: String) throws(ManifestFault) -> Double? {
    guard let value = optional(key) else { return nil }
    guard case .number(let number) = value else { throw ManifestFault(key, "is not a number") }
    return number
  }

  /// A number too large for `Float` becomes infinite, and is refused with its path.
  package func single(_ key: String) throws(ManifestFault) -> SinglePrecision {
    SinglePrecision(Float(try number(key)))
  }

  package func optionalTruth(_ key: String) throws(ManifestFault) -> Bool? {
    guard let value = optional(key) else { return nil }
    guard case .boolean(let isTrue) = value else {
      throw ManifestFault(key, "is not true or false")
    }
    return isTrue
  }

  package func text(_ key: String) throws(ManifestFault) -> String {
    guard let text = try optionalText(key) else { throw missing(key) }
    return text
  }

  package func optionalText(_ key: String) throws(ManifestFault) -> String? {
    guard let value = optional(key) else { return nil }
    guard case .text(let text) = value else { throw ManifestFault(key, "is not a text") }
    return text
  }

  package func texts(_ key: String) throws(ManifestFault) -> [String] {
    let list = try list(key)
    var texts: [String] = []
    texts.reserveCapacity(list.count)
    for (index, value) in list.enumerated() {
      guard case .text(let text) = value else {
        throw ManifestFault("\(key)[\(index)]", "is not a text")
      }
      texts.append(text)
    }
    return texts
  }

  package func objects<Content: KeyedContent>(_ key: String) throws(ManifestFault) -> [Noted<
    Content
  >] {
    let list = try list(key)
    var objects: [Noted<Content>] = []
    objects.reserveCapacity(list.count)
    var previous: (object: ManifestObject, unknownKeys: [String])?
    for (index, value) in list.enumerated() {
      func place() -> String { "\(key)[\(index)]" }
      let object = try ManifestObject(value, place: place)
      // The objects of a list mostly have the same keys; comparing them is faster than a lookup.
      let unknownKeys: [String]
      if let previous, object.hasKeys(of: previous.object) {
        unknownKeys = previous.unknownKeys
      } else {
        unknownKeys = object.keys(besides: Content.knownKeys)
      }
      objects.append(try Self.noted(object, unknownKeys, place: place))
      previous = (object, unknownKeys)
    }
    return objects
  }

  func optionalObject<Content: KeyedContent>(
    _ key: String
  ) throws(ManifestFault) -> Noted<Content>? {
    guard let value = optional(key) else { return nil }
    let object = try ManifestObject(value) { key }
    return try Self.noted(object, object.keys(besides: Content.knownKeys)) { key }
  }

  /// Reads an object at the path `place` of another one.
  private static func noted<Content: KeyedContent>(
    _ object: ManifestObject, _ unknownKeys: [String], place: () -> String
  ) throws(ManifestFault) -> Noted<Content> {
    do throws(ManifestFault) {
      return try Noted(object, unknownKeys: unknownKeys)
    } catch {
      throw error.inside(place())
    }
  }

  private func list(_ key: String) throws(ManifestFault) -> [JSONValue] {
    guard let value = optional(key) else { return [] }
    guard case .list(let list) = value else { throw ManifestFault(key, "is not a list") }
    return list
  }

  /// Whether it has the same keys in the same order.
  private func hasKeys(of other: ManifestObject) -> Bool {
    members.count == other.members.count
      && members.indices.allSatisfy { members[$0].key == other.members[$0].key }
  }

  /// The keys that are not among `known`, in alphabetical order.
  func keys(besides known: Set<String>) -> [String] {
    members.filter { !known.contains($0.key) }.map(\.key).sorted()
  }
}
