/// A device behind an interface, or an entity or endpoint of it: a description without a port.
struct ExternalObject: Sendable, Equatable {
  let type: MIDIObjectType
  /// The unique id, which is the same for all programs.
  var id: MIDIUniqueID
  /// The id of the object that it is in, nil for a device.
  var parent: MIDIUniqueID?
  /// What is known of it besides.
  var properties: [CFString: PropertyList]

  /// The name that a program has given, empty if it has given none.
  var name: String {
    if case .string(let name)? = properties[kMIDIPropertyName] { name } else { "" }
  }
}

/// External devices with all that is in them.
struct ExternalTree: Sendable, Equatable {
  /// How many objects there may be.
  static let limit = 4096

  /// Each object before those that are in it.
  private(set) var objects: [ExternalObject] = []
  private var indices: [MIDIUniqueID: Int] = [:]

  subscript(id: MIDIUniqueID) -> ExternalObject? { indices[id].map { objects[$0] } }

  /// The objects of a type that are in another, nil for the devices.
  func children(of parent: MIDIUniqueID?, _ type: MIDIObjectType) -> [ExternalObject] {
    objects.filter { $0.parent == parent && $0.type == type }
  }

  /// Objects and all that is in them.
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

  /// A unique id that no object has: a negative one, because those of ports are positive.
  func freeID(besides taken: Set<MIDIUniqueID>) -> MIDIUniqueID {
    while true {
      let id = MIDIUniqueID.random(in: .min ... -1)
      if indices[id] == nil, !taken.contains(id) { return id }
    }
  }

  /// Adds an object; false if there is one of its id, or too many.
  mutating func add(_ object: ExternalObject) -> Bool {
    guard object.id != kMIDIInvalidUniqueID, indices[object.id] == nil, objects.count < Self.limit
    else { return false }
    indices[object.id] = objects.count
    objects.append(object)
    return true
  }

  /// Removes objects with all that is in them.
  mutating func remove(_ ids: [MIDIUniqueID]) {
    let gone = Set(branches(ids).map(\.id))
    objects.removeAll { gone.contains($0.id) }
    index()
  }

  /// Sets a property of an object, nil to remove it.
  mutating func set(_ key: CFString, of id: MIDIUniqueID, to value: PropertyList?) {
    if let place = indices[id] { objects[place].properties[key] = value }
  }

  /// Gives an object another id; false if another one has that.
  mutating func renumber(_ id: MIDIUniqueID, to new: MIDIUniqueID) -> Bool {
    guard let place = indices[id], new != kMIDIInvalidUniqueID, indices[new] == nil else {
      return false
    }
    objects[place].id = new
    for child in objects.indices where objects[child].parent == id { objects[child].parent = new }
    index()
    return true
  }

  private mutating func index() {
    indices = [:]
    for (place, object) in objects.enumerated() { indices[object.id] = place }
  }
}
