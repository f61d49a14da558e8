/// The data kept for all programs of a user: the external devices, and the ports that they are
/// connected to.
struct ExternalSetup: Sendable, Equatable {
  var tree = ExternalTree()
  /// `kMIDIPropertyConnectionUniqueID` of JACK's objects, by their unique id.
  var connections: [MIDIUniqueID: PropertyList] = [:]
}

// MARK: - The file

extension ExternalSetup {
  private static let heading = "# External MIDI devices, version 1. Written by Tenuto.\n"
  /// The start of the file's first line in all versions.
  private static let familyName = "# External MIDI devices, version "
  /// Maximum size of the file in bytes.
  static let byteLimit = 1 << 20

  /// The text for a file.
  var text: String {
    let devices = tree.children(of: nil, .externalDevice).map { outline($0).text() }
    let links = connections.sorted { $0.key < $1.key }.map { id, value in
      var line = Outline("port", String(id))
      line.lines = [value.outline(kMIDIPropertyConnectionUniqueID)]
      return line.text()
    }
    return Self.heading + (devices + links).joined()
  }

  /// Returns whether a later version has written the file.
  static func isForeign(_ bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: familyName.utf8) else { return false }
    let digits = bytes.dropFirst(familyName.utf8.count).prefix { $0 != UInt8(ascii: ".") }
    return Int(String(decoding: digits, as: UTF8.self)).map { $0 > 1 } ?? false
  }

  /// Parses a file; nil if it is malformed.
  ///
  /// An empty file is valid and holds nothing.
  init?(file bytes: [UInt8]) {
    if bytes.isEmpty { return }
    guard bytes.count <= Self.byteLimit, bytes.starts(with: Self.heading.utf8),
      let lines = Outline.read(bytes.dropFirst(Self.heading.utf8.count))
    else { return nil }
    for line in lines {
      guard line.kind == "port" ? connect(line) : add(line, to: nil) else { return nil }
    }
  }

  private mutating func connect(_ line: Outline) -> Bool {
    guard let id = MIDIUniqueID(line.key), line.lines.count == 1,
      line.lines[0].key == kMIDIPropertyConnectionUniqueID,
      let value = PropertyList(line.lines[0])
    else { return false }
    connections[id] = value
    return true
  }

  private mutating func add(_ line: Outline, to parent: ExternalObject?) -> Bool {
    let inner = line.lines.filter { MIDIObjectType(word: $0.kind) != nil }
    let others = line.lines.filter { MIDIObjectType(word: $0.kind) == nil }
    guard let type = MIDIObjectType(word: line.kind), type.outer == parent?.type,
      let id = MIDIUniqueID(line.key), let properties = PropertyList.dictionary(others)
    else { return false }
    let object = ExternalObject(type: type, id: id, parent: parent?.id, properties: properties)
    return tree.add(object) && inner.allSatisfy { add($0, to: object) }
  }

  private func outline(_ object: ExternalObject) -> Outline {
    var line = Outline(object.type.word, String(object.id))
    line.lines = PropertyList.outlines(object.properties)
    for type in object.type.inner {
      line.lines += tree.children(of: object.id, type).map { outline($0) }
    }
    return line
  }
}
