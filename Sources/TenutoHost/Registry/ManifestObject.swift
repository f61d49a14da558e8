/// An object of a manifest and the path to it, which messages name.
struct ManifestObject {
  private let pairs: [(key: String, value: JSONValue)]
  private let place: String

  init(_ value: JSONValue, place: String = "") throws(ManifestFault) {
    guard case .object(let pairs) = value else {
      throw ManifestFault(place.isEmpty ? "the file" : place, "is not an object")
    }
    self.pairs = pairs
    self.place = place
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }

  /// The value of `key`, nil if there is none or if it is null; of two, the first.
  private func optional(_ key: String) -> JSONValue? {
    guard let value = pairs.first(where: { $0.key == key })?.value else { return nil }
    if case .null = value { return nil }
    return value
  }

  private func required(_ key: String) throws(ManifestFault) -> JSONValue {
    guard let value = optional(key) else { throw ManifestFault(path(key), "is missing") }
    return value
  }

  func number(_ key: String) throws(ManifestFault) -> Double {
    guard case .number(let number) = try required(key) else {
      throw ManifestFault(path(key), "is not a number")
    }
    return number
  }

  func optionalNumber(_ key: String) throws(ManifestFault) -> Double? {
    optional(key) == nil ? nil : try number(key)
  }

  /// A number that is too great for `Float` becomes infinite, which is refused with its place.
  func single(_ key: String) throws(ManifestFault) -> SinglePrecision {
    SinglePrecision(Float(try number(key)))
  }

  func optionalTruth(_ key: String) throws(ManifestFault) -> Bool? {
    guard let value = optional(key) else { return nil }
    guard case .boolean(let isTrue) = value else {
      throw ManifestFault(path(key), "is not true or false")
    }
    return isTrue
  }

  func text(_ key: String) throws(ManifestFault) -> String {
    guard case .text(let text) = try required(key) else {
      throw ManifestFault(path(key), "is not a text")
    }
    return text
  }

  func optionalText(_ key: String) throws(ManifestFault) -> String? {
    optional(key) == nil ? nil : try text(key)
  }

  func texts(_ key: String) throws(ManifestFault) -> [String] {
    var texts: [String] = []
    for (index, value) in try list(key).enumerated() {
      guard case .text(let text) = value else {
        throw ManifestFault("\(path(key))[\(index)]", "is not a text")
      }
      texts.append(text)
    }
    return texts
  }

  func objects<Content: KeyedContent>(_ key: String) throws(ManifestFault) -> [Noted<Content>] {
    var objects: [Noted<Content>] = []
    for (index, value) in try list(key).enumerated() {
      objects.append(try Noted(ManifestObject(value, place: "\(path(key))[\(index)]")))
    }
    return objects
  }

  func optionalObject<Content: KeyedContent>(
    _ key: String
  ) throws(ManifestFault) -> Noted<Content>? {
    guard let value = optional(key) else { return nil }
    return try Noted(ManifestObject(value, place: path(key)))
  }

  private func list(_ key: String) throws(ManifestFault) -> [JSONValue] {
    guard let value = optional(key) else { return [] }
    guard case .list(let list) = value else { throw ManifestFault(path(key), "is not a list") }
    return list
  }

  /// The keys that are not among `known`, in alphabetical order.
  func keys(besides known: Set<String>) -> [String] {
    pairs.map(\.key).filter { !known.contains($0) }.sorted()
  }
}
