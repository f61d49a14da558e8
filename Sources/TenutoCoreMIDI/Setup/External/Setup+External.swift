internal import Synchronization
internal import TenutoJACK

extension Setup {
  /// Runs `body` with the current external devices, and notifies clients of changes.
  ///
  /// The lock is never taken while the lock of the table is held.
  @discardableResult
  func withExternals<Value>(_ body: (inout ExternalStore) -> Value) -> Value {
    externals.withLock { store in
      store.refresh(path: ExternalStore.path)
      let value = body(&store)
      notify(&store)
      return value
    }
  }

  private func notify(_ store: inout ExternalStore) {
    guard store.notified != store.setup else { return }
    let (old, new) = (store.notified, store.setup)
    store.markNotified()
    let changes = table.withLock { $0.changes(from: old, to: new) }
    notify(changes + [.setup])
  }
}

// MARK: - Objects

extension Setup {
  /// Returns the reference of an external object.
  func ref(external id: MIDIUniqueID) -> MIDIObjectRef {
    table.withLock { $0.ref(external: id) }
  }

  /// Returns the external object with an id, if it exists.
  func external(_ id: MIDIUniqueID) -> ExternalObject? { withExternals { $0[id] } }

  /// Returns the external object of a reference, if it exists.
  func external(ref: MIDIObjectRef) -> ExternalObject? {
    if case .external(let id)? = object(ref) { external(id) } else { nil }
  }

  /// The external devices of the setup.
  var externalDevices: [MIDIDeviceRef] {
    withExternals { $0.setup.tree.children(of: nil, .externalDevice) }.map { ref(external: $0.id) }
  }

  /// Returns the objects of a type within an external object.
  func externals(in id: MIDIUniqueID, _ type: MIDIObjectType) -> [MIDIObjectRef] {
    withExternals { $0.children(of: id, type) }.map { ref(external: $0.id) }
  }

  /// Returns the connection property of a port or another object of JACK, if it is set.
  func connection(of id: MIDIUniqueID) -> PropertyValue? {
    withExternals { $0.setup.connections[id] }?.propertyValue
  }

  /// The unique ids of all objects, inside and outside the setup.
  var takenIDs: Set<MIDIUniqueID> {
    let ports = endpoints(.source) + endpoints(.destination)
    let entities = Set(ports.compactMap(\.entityKey)).map { entity(for: $0) }
    let externals = withExternals { $0.setup.tree.objects + $0.drafts.objects }
    return Set(
      ports.map(\.uniqueID) + entities.flatMap { [$0.uniqueID, $0.device.uniqueID] }
        + externals.map(\.id))
  }
}

// MARK: - References and notifications

extension ObjectTable {
  /// Returns the notifications of a change of the external devices.
  fileprivate mutating func changes(
    from old: ExternalSetup, to new: ExternalSetup
  ) -> [SetupChange] {
    var changes: [SetupChange] = []
    for object in old.tree.objects.reversed() where new.tree[object.id] == nil {
      changes.append(.removed(child: child(object), parent: parent(of: object, in: old.tree)))
    }
    for object in new.tree.objects {
      guard let before = old.tree[object.id] else {
        changes.append(.added(child: child(object), parent: parent(of: object, in: new.tree)))
        continue
      }
      let keys = differences(before.properties, object.properties)
      changes += keys.map { .property(child(object), $0) }
    }
    for id in differences(old.connections, new.connections) {
      guard let port = child(uniqueID: id) else { continue }
      changes.append(.property(port, kMIDIPropertyConnectionUniqueID))
    }
    for object in old.tree.objects where new.tree[object.id] == nil { forget(external: object.id) }
    return changes
  }

  private mutating func child(_ object: ExternalObject) -> SetupChange.Child {
    SetupChange.Child(ref: ref(external: object.id), type: object.type)
  }

  private mutating func parent(
    of object: ExternalObject, in tree: ExternalTree
  ) -> SetupChange.Child? {
    guard let parent = object.parent.flatMap({ tree[$0] }) else { return nil }
    return child(parent)
  }

  private func differences<Key: Comparable>(
    _ old: [Key: PropertyList], _ new: [Key: PropertyList]
  ) -> [Key] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }
}
