// The names of external objects in the file and in property lists, and their nesting.
extension MIDIObjectType {
  private static let words: [(word: String, type: MIDIObjectType)] = [
    ("device", .externalDevice), ("entity", .externalEntity), ("source", .externalSource),
    ("destination", .externalDestination),
  ]

  init?(word: String) {
    guard let known = Self.words.first(where: { $0.word == word }) else { return nil }
    self = known.type
  }

  /// The type's name in the file.
  var word: String { Self.words.first { $0.type == self }?.word ?? "" }

  /// The type of the containing object; nil for a device.
  var outer: MIDIObjectType? {
    switch self {
    case .externalEntity: .externalDevice
    case .externalSource, .externalDestination: .externalEntity
    default: nil
    }
  }

  /// The types of the objects that it contains.
  var inner: [MIDIObjectType] {
    switch self {
    case .externalDevice: [.externalEntity]
    case .externalEntity: [.externalSource, .externalDestination]
    default: []
    }
  }

  /// The key of its objects in a property list; nil for a device.
  var listKey: String? {
    switch self {
    case .externalEntity: "entities"
    case .externalSource: "sources"
    case .externalDestination: "destinations"
    default: nil
    }
  }
}
