// What external objects are called in the file and in a property list, and what is in which.
extension MIDIObjectType {
  private static let words: [(word: String, type: MIDIObjectType)] = [
    ("device", .externalDevice), ("entity", .externalEntity), ("source", .externalSource),
    ("destination", .externalDestination),
  ]

  init?(word: String) {
    guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
    self = known.type
  }

  /// What stands in the file for the type.
  var word: String { Self.words.first { $0.type == self }?.word ?? "" }

  /// The type of what an external object of this type is in, nil for a device.
  var outer: MIDIObjectType? {
    switch self {
    case .externalEntity: .externalDevice
    case .externalSource, .externalDestination: .externalEntity
    default: nil
    }
  }

  /// The types of what is in an external object of this type.
  var inner: [MIDIObjectType] {
    switch self {
    case .externalDevice: [.externalEntity]
    case .externalEntity: [.externalSource, .externalDestination]
    default: []
    }
  }

  /// The key of a property list under which external objects of this type are, nil for a device.
  var listKey: String? {
    switch self {
    case .externalEntity: "entities"
    case .externalSource: "sources"
    case .externalDestination: "destinations"
    default: nil
    }
  }
}
