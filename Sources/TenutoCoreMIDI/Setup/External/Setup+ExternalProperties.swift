internal import Synchronization

// The properties of external objects, and the connection properties of JACK's objects.
extension Setup {
  /// Returns a property of an external object, its own or inherited.
  func property(_ key: CFString, external id: MIDIUniqueID) -> PropertyValue? {
    withExternals { store in
      var object = store[id]
      while let now = object {
        if let value = store.values(of: now)[key] { return value }
        object = now.parent.flatMap { store[$0] }
      }
      return nil
    }
  }

  /// Returns all of an external object's own properties.
  func propertyList(external id: MIDIUniqueID, deep: Bool) -> [String: Any]? {
    withExternals { store in store[id].map { store.propertyList(of: $0, deep: deep) } }
  }

  /// Sets a property of an external object.
  func set(external id: MIDIUniqueID, _ key: CFString, _ value: PropertyValue) -> OSStatus {
    guard ExternalObject.mayHold(key, value) else { return kMIDIWrongPropertyType }
    if key == kMIDIPropertyUniqueID { return renumber(external: id, to: value.integer ?? 0) }
    guard !ExternalObject.listKeys.contains(key) else { return kMIDINotPermitted }
    guard let value = PropertyList(value) else { return paramErr }
    return edit(external: id) { $0.set(key, of: id, to: value) }
  }

  /// Removes a property of an external object.
  func removeProperty(external id: MIDIUniqueID, _ key: CFString) -> OSStatus {
    guard let object = external(id) else { return kMIDIObjectNotFound }
    guard key != kMIDIPropertyUniqueID, key != kMIDIPropertyName else { return kMIDINotPermitted }
    guard object.properties[key] != nil else { return kMIDIUnknownProperty }
    return edit(external: id) { $0.set(key, of: id, to: nil) }
  }

  /// Sets the external objects that an object of JACK is connected to; nil for none.
  func connect(_ id: MIDIUniqueID, to value: PropertyValue?) -> OSStatus {
    guard value.map({ ExternalObject.mayHold(kMIDIPropertyConnectionUniqueID, $0) }) ?? true else {
      return kMIDIWrongPropertyType
    }
    return withExternals { store in
      store.change { setup in
        guard value != nil || setup.connections[id] != nil else { return kMIDIUnknownProperty }
        setup.connections[id] = value.flatMap { PropertyList($0) }
        return noErr
      }
    }
  }

  private func edit(
    external id: MIDIUniqueID, _ body: (inout ExternalTree) -> Void
  ) -> OSStatus {
    withExternals { store in
      store.edit(id) { tree in
        body(&tree)
        return noErr
      }
    }
  }

  private func renumber(external id: MIDIUniqueID, to new: MIDIUniqueID) -> OSStatus {
    guard id != new else { return noErr }
    guard !takenIDs.contains(new) else { return kMIDIIDNotUnique }
    let (status, isDraft) = withExternals { store in
      let status = store.renumber(id, to: new)
      if status == noErr { table.withLock { $0.renumber(external: id, to: new) } }
      return (status, store.drafts[new] != nil)
    }
    if status == noErr, !isDraft, let object = external(new) {
      let child = SetupChange.Child(ref: ref(external: new), type: object.type)
      notify([.property(child, kMIDIPropertyUniqueID), .setup])
    }
    return status
  }
}

extension ExternalObject {
  /// The keys of contained objects in a property list.
  static let listKeys = [MIDIObjectType.externalEntity, .externalSource, .externalDestination]
    .compactMap(\.listKey)

  /// Returns whether a property may have a value of this type.
  static func mayHold(_ key: CFString, _ value: PropertyValue) -> Bool {
    switch key {
    case kMIDIPropertyName, kMIDIPropertyDisplayName, kMIDIPropertyManufacturer, kMIDIPropertyModel:
      value.string != nil
    case kMIDIPropertyUniqueID, kMIDIPropertyOffline, kMIDIPropertyProtocolID: value.integer != nil
    case kMIDIPropertyConnectionUniqueID:
      value.integer != nil || value.data.map { $0.count.isMultiple(of: 4) } ?? false
    default: true
    }
  }
}

extension ExternalStore {
  /// Returns an object's own properties.
  fileprivate func values(of object: ExternalObject) -> [CFString: PropertyValue] {
    var values: [CFString: PropertyValue] = [kMIDIPropertyUniqueID: .integer(object.id)]
    if object.type == .externalDevice { values[kMIDIPropertyOffline] = .integer(0) }
    if let name = displayName(of: object) { values[kMIDIPropertyDisplayName] = .string(name) }
    return values.merging(object.properties.compactMapValues(\.propertyValue)) { _, set in set }
  }

  /// Returns the name of an endpoint with that of its device; nil for other objects.
  private func displayName(of object: ExternalObject) -> String? {
    guard object.type == .externalSource || object.type == .externalDestination else { return nil }
    let device = object.parent.flatMap { self[$0]?.parent }.flatMap { self[$0] }
    guard let device, !object.name.hasPrefix(device.name) else { return object.name }
    return object.name.isEmpty ? device.name : "\(device.name) \(object.name)"
  }

  fileprivate func propertyList(of object: ExternalObject, deep: Bool) -> [String: Any] {
    var list: [String: Any] = values(of: object).mapValues(\.plain)
    guard deep else { return list }
    for type in object.type.inner {
      guard let key = type.listKey else { continue }
      list[key] = children(of: object.id, type).map { propertyList(of: $0, deep: true) }
    }
    return list
  }
}
