internal import TenutoJACK

/// The references of a process's objects.
///
/// A reference is never reused, so that a stale one finds nothing instead of another object.
struct ObjectTable: Sendable {
  private var objects: [MIDIObjectRef: SetupObject] = [:]
  private var last: MIDIObjectRef = 0
  private var endpoints: [MIDIUniqueID: EndpointObject] = [:]
  private var devices: [String: DeviceObject] = [:]
  private var entities: [EntityObject.Key: EntityObject] = [:]
  private var externals: [MIDIUniqueID: MIDIObjectRef] = [:]

  /// All objects, in the order of their creation.
  var all: [SetupObject] { objects.sorted { $0.key < $1.key }.map(\.value) }

  subscript(ref: MIDIObjectRef) -> SetupObject? { objects[ref] }

  /// Adds an object that is created with its reference.
  mutating func add<Object>(
    _ make: (MIDIObjectRef) -> Object, as kind: (Object) -> SetupObject
  ) -> Object {
    last += 1
    let object = make(last)
    objects[last] = kind(object)
    return object
  }

  /// Returns the references of the objects that satisfy `isWanted`.
  func refs(where isWanted: (SetupObject) -> Bool) -> [MIDIObjectRef] {
    objects.filter { isWanted($0.value) }.map(\.key)
  }

  mutating func remove(_ ref: MIDIObjectRef) {
    if case .endpoint(let endpoint)? = objects.removeValue(forKey: ref) {
      endpoints = endpoints.filter { $0.value !== endpoint }
    }
  }
}

// MARK: - Objects of the directory

extension ObjectTable {
  /// Returns the endpoint of an id, if this process has seen it.
  func endpoint(uniqueID: MIDIUniqueID) -> EndpointObject? { endpoints[uniqueID] }

  /// Returns whether a record belongs to an endpoint that this process has just disposed of.
  func isStale(_ record: MIDIEndpointRecord) -> Bool {
    guard record.isOwn, endpoints[record.uniqueID]?.virtual == nil else { return false }
    return objects.values.contains {
      if case .client(let client) = $0 { client.ports.name == record.clientName } else { false }
    }
  }

  /// Returns the endpoint of a record, always the same one for an id.
  mutating func endpoint(of record: MIDIEndpointRecord) -> EndpointObject {
    if let known = endpoints[record.uniqueID] {
      known.update(record)
      return known
    }
    let endpoint = add({ EndpointObject(ref: $0, record: record) }, as: SetupObject.endpoint)
    endpoints[record.uniqueID] = endpoint
    return endpoint
  }

  /// Adds an endpoint of this process, which has an id before the directory knows it.
  mutating func addVirtual(_ virtual: VirtualEndpoint) -> EndpointObject {
    let endpoint = add({ EndpointObject(ref: $0, virtual: virtual) }, as: SetupObject.endpoint)
    endpoints[endpoint.uniqueID] = endpoint
    return endpoint
  }

  /// Notes the new id of an endpoint of this process.
  mutating func renumber(_ endpoint: EndpointObject) {
    endpoints = endpoints.filter { $0.value !== endpoint }
    endpoints[endpoint.uniqueID] = endpoint
  }

  func hasDevice(named name: String) -> Bool { devices[name] != nil }

  func hasEntity(for key: EntityObject.Key) -> Bool { entities[key] != nil }

  /// Returns the device of a JACK client, always the same one for a name.
  mutating func device(named name: String) -> DeviceObject {
    if let known = devices[name] { return known }
    let device = add({ DeviceObject(ref: $0, name: name) }, as: SetupObject.device)
    devices[name] = device
    return device
  }

  /// Returns the entity for a key, always the same one for a key.
  mutating func entity(for key: EntityObject.Key) -> EntityObject {
    if let known = entities[key] { return known }
    let device = device(named: key.client)
    let entity = add(
      { EntityObject(ref: $0, key: key, device: device) }, as: SetupObject.entity)
    entities[key] = entity
    return entity
  }
}

// MARK: - External objects

extension ObjectTable {
  /// Returns the reference of an external object, always the same one while the object exists.
  mutating func ref(external id: MIDIUniqueID) -> MIDIObjectRef {
    if let known = externals[id] { return known }
    let ref = add({ $0 }, as: { _ in .external(id) })
    externals[id] = ref
    return ref
  }

  /// Notes the new id of an external object.
  mutating func renumber(external id: MIDIUniqueID, to new: MIDIUniqueID) {
    guard let ref = externals.removeValue(forKey: id) else { return }
    externals[new] = ref
    objects[ref] = .external(new)
  }

  /// Removes the reference of a removed external object.
  mutating func forget(external id: MIDIUniqueID) {
    if let ref = externals.removeValue(forKey: id) { objects[ref] = nil }
  }

  /// Returns the object of JACK with an id, if this process has seen it.
  func child(uniqueID: MIDIUniqueID) -> SetupChange.Child? {
    if let endpoint = endpoints[uniqueID] { return endpoint.child }
    if let device = devices.values.first(where: { $0.uniqueID == uniqueID }) {
      return SetupChange.Child(ref: device.ref, type: .device)
    }
    return entities.values.first { $0.uniqueID == uniqueID }
      .map { SetupChange.Child(ref: $0.ref, type: .entity) }
  }
}
