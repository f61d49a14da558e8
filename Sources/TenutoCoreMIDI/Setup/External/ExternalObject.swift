/// A device connected to an interface, or an entity or endpoint of it: a description without a
/// port.
struct ExternalObject: Sendable, Equatable {
  let type: MIDIObjectType
  /// The unique id, shared by all programs.
  var id: MIDIUniqueID
  /// The id of the object that contains it; nil for a device.
  var parent: MIDIUniqueID?
  /// Further properties.
  var properties: [CFString: PropertyList]

  /// The name set by a program; may be empty.
  var name: String {
    if case .string(let name)? = properties[kMIDIPropertyName] { name } else { "" }
  }
}

/// External devices with the objects that they contain.
struct ExternalTree: Sendable, Equatable {
  /// Maximum number of objects.
  static let limit = 4096

  /// Each object comes before the objects that it contains.
  private(set) var objects: [ExternalObject] = []
  private var indices: [MIDIUniqueID: Int] = [:]

  subscript(id: MIDIUniqueID) -> ExternalObject? { indices[id].map { objects[$0] } }

  /// Returns the objects of a type within another object; nil for the devices.
  func children(of parent: MIDIUniqueID?, _ type: MIDIObjectType) -> [ExternalObject] {
    objects.filter { $0.parent == parent && $0.type == type }
  }

  /// Returns objects with everything that they contain.
  func branches(_ ids: [MIDIUniqueID]) -> [ExternalObject] {
    var ids = Set(ids)
    return objects.filter { object in
      guard ids.contains(object.id) || object.parent.map(ids.contains) ?? false else {
        return false
      }
      ids.insert(object.id)
      return true
    }
  }

  /// Returns an unused unique id: a negative one, because those of ports are positive.
  func freeID(besides taken: Set<MIDIUniqueID>) -> MIDIUniqueID {
    while true {
      let id = MIDIUniqueID.random(in: .min ... -1)
      if indices[id] == nil, !taken.contains(id) { return id }
    }
  }

  /// Adds an object; returns false if the id is in use or there are too many objects.
  mutating func add(_ object: ExternalObject) -> Bool {
    guard object.id != kMIDIInvalidUniqueID, indices[object.id] == nil, objects.count < Self.limit
    else { return false }
    indices[object.id] = objects.count
    objects.append(object)
    return true
  }

  /// Removes objects with everything that they contain.
  mutating func remove(_ ids: [MIDIUniqueID]) {
    let gone = Set(branches(ids).map(\.id))
    objects.removeAll { gone.contains($0.id) }
    reindex()
  }

  /// Sets a property of an object; nil removes it.
  mutating func set(_ key: CFString, of id: MIDIUniqueID, to value: PropertyList?) {
    if let index = indices[id] { objects[index].properties[key] = value }
  }

  /// Changes the id of an object; returns false if the new id is in use.
  mutating func renumber(_ id: MIDIUniqueID, to new: MIDIUniqueID) -> Bool {
    guard let index = indices[id], new != kMIDIInvalidUniqueID, indices[new] == nil else {
      return false
    }
    objects[index].id = new
    for child in objects.indices where objects[child].parent == id { objects[child].parent = new }
    reindex()
    return true
  }

  private mutating func reindex() {
    indices = [:]
    for (index, object) in objects.enumerated() { indices[object.id] = index }
  }
}
