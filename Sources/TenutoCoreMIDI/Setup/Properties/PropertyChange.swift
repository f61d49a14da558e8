internal import Synchronization
internal import TenutoJACK

extension Setup {
  /// Sets a property of an object, and notifies clients.
  func set(_ ref: MIDIObjectRef, _ key: CFString, _ value: PropertyValue) -> OSStatus {
    guard let object = object(ref) else { return kMIDIObjectNotFound }
    if case .external(let id) = object { return set(external: id, key, value) }
    guard let properties = object.properties else { return kMIDIObjectNotFound }
    if key == kMIDIPropertyConnectionUniqueID, let id = object.uniqueID {
      return connect(id, to: value)
    }
    if let now = object.derived[key], !now.hasType(of: value) { return kMIDIWrongPropertyType }
    let result = apply(object, key, value)
    guard result == noErr else { return result }
    if !object.isDerived(key) { properties[key] = value }
    notify(object, ref, key)
    return noErr
  }

  /// Removes a property of an object, and notifies clients.
  func removeProperty(_ ref: MIDIObjectRef, _ key: CFString) -> OSStatus {
    guard let object = object(ref) else { return kMIDIObjectNotFound }
    if case .external(let id) = object { return removeProperty(external: id, key) }
    guard let properties = object.properties else { return kMIDIObjectNotFound }
    if key == kMIDIPropertyConnectionUniqueID, let id = object.uniqueID {
      return connect(id, to: nil)
    }
    guard properties[key] != nil else {
      return object.derived[key] == nil ? kMIDIUnknownProperty : kMIDINotPermitted
    }
    properties[key] = nil
    notify(object, ref, key)
    return noErr
  }

  private func notify(_ object: SetupObject, _ ref: MIDIObjectRef, _ key: CFString) {
    guard let type = object.type else { return }
    notify([.property(SetupChange.Child(ref: ref, type: type), key), .setup])
  }

  /// Applies a property that has a counterpart in JACK.
  private func apply(_ object: SetupObject, _ key: CFString, _ value: PropertyValue) -> OSStatus {
    guard object.isDerived(key) || key == kMIDIPropertyPrivate else { return noErr }
    guard case .endpoint(let endpoint) = object, let virtual = endpoint.virtual else {
      return kMIDINotPermitted
    }
    switch key {
    case kMIDIPropertyName:
      guard let name = value.string else { return kMIDIWrongPropertyType }
      return status { () throws(JACKError) in try virtual.rename(to: name) }
    case kMIDIPropertyManufacturer:
      return status { () throws(JACKError) in
        try virtual.change { $0.manufacturer = value.string }
      }
    case kMIDIPropertyModel:
      return status { () throws(JACKError) in try virtual.change { $0.model = value.string } }
    case kMIDIPropertyPrivate:
      return status { () throws(JACKError) in
        try virtual.change { $0.isPrivate = value.integer ?? 0 != 0 }
      }
    case kMIDIPropertyUniqueID: return renumber(endpoint, virtual, to: value.integer ?? 0)
    default: return kMIDINotPermitted
    }
  }

  private func renumber(
    _ endpoint: EndpointObject, _ virtual: VirtualEndpoint, to wanted: MIDIUniqueID
  ) -> OSStatus {
    guard wanted != virtual.uniqueID else { return noErr }
    guard wanted != kMIDIInvalidUniqueID, external(wanted) == nil, let name = virtual.fullName
    else { return kMIDIIDNotUnique }
    var result = noErr
    let change = status { () throws(JACKError) in
      let directory = try openDirectory()
      let given = directory.reserveUniqueID(
        wanted, forPortNamed: name, direction: virtual.direction)
      guard given == wanted else {
        result = kMIDIIDNotUnique
        return
      }
      try virtual.change { $0.uniqueID = given }
      table.withLock { $0.renumber(endpoint) }
    }
    return change == noErr ? result : change
  }
}

extension SetupObject {
  /// Returns whether a property is derived from JACK instead of being stored.
  fileprivate func isDerived(_ key: CFString) -> Bool {
    switch key {
    case kMIDIPropertyName, kMIDIPropertyUniqueID, kMIDIPropertyManufacturer, kMIDIPropertyModel,
      kMIDIPropertyOffline, kMIDIPropertyProtocolID, kMIDIPropertyDriverOwner:
      true
    default: false
    }
  }
}

extension PropertyValue {
  fileprivate func hasType(of other: PropertyValue) -> Bool {
    switch (self, other) {
    case (.string, .string), (.integer, .integer), (.data, .data), (.dictionary, .dictionary): true
    default: false
    }
  }
}
