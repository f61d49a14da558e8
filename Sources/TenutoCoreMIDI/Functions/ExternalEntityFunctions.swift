/// Adds an entity of MIDI 1.0 protocol to an external device, with endpoints.
///
/// Thread: any but render.
///
/// - Parameters:
///   - device: An external device, in the setup or not.
///   - name: The entity's name, which its endpoints get, too.
///   - embedded: Whether it has no external connectors.
///   - numSourceEndpoints: How many sources it gets.
///   - numDestinationEndpoints: How many destinations it gets.
///   - newEntity: Gets it.
/// - Returns: As `MIDIDeviceNewEntity`.
@discardableResult
public func MIDIDeviceAddEntity(
  _ device: MIDIDeviceRef, _ name: some CFStringConvertible, _ embedded: Bool,
  _ numSourceEndpoints: ItemCount,
  _ numDestinationEndpoints: ItemCount, _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
  unsafe MIDIDeviceNewEntity(
    device, name.cfString, ._1_0, embedded, numSourceEndpoints, numDestinationEndpoints, newEntity)
}

/// Adds an entity to an external device, with endpoints.
///
/// Thread: any but render.
///
/// - Parameters:
///   - device: An external device, in the setup or not.
///   - name: The entity's name, which its endpoints get, too.
///   - protocol: Its protocol.
///   - embedded: Whether it has no external connectors.
///   - numSourceEndpoints: How many sources it gets.
///   - numDestinationEndpoints: How many destinations it gets.
///   - newEntity: Gets it.
/// - Returns: `noErr`; `kMIDIObjectNotFound`; `kMIDINotPermitted` for a JACK client; `paramErr` for
///   numbers below 0, and beyond 4096 objects in all; else as `MIDISetupAddExternalDevice`.
@discardableResult
public func MIDIDeviceNewEntity(
  _ device: MIDIDeviceRef, _ name: some CFStringConvertible, _ protocol: MIDIProtocolID,
  _ embedded: Bool,
  _ numSourceEndpoints: ItemCount, _ numDestinationEndpoints: ItemCount,
  _ newEntity: UnsafeMutablePointer<MIDIEntityRef>
) -> OSStatus {
  let taken = Setup.shared.takenIDs
  var id = kMIDIInvalidUniqueID
  let status = Setup.shared.editExternal(device, .externalDevice) { store, device in
    let entity = ExternalObject(
      type: .externalEntity, id: store.drafts.freeID(besides: taken), parent: device.id,
      properties: [
        kMIDIPropertyName: .string(name.cfString),
        kMIDIPropertyProtocolID: .integer(Int(`protocol`.rawValue)),
        kMIDIPropertyIsEmbeddedEntity: .integer(embedded ? 1 : 0),
      ])
    id = entity.id
    return store.edit(device.id) { tree in
      guard tree.add(entity) else { return paramErr }
      return tree.resize(entity, numSourceEndpoints, numDestinationEndpoints, besides: taken)
    }
  }
  if status == noErr { unsafe newEntity.pointee = Setup.shared.ref(external: id) }
  return status
}

/// Removes an entity of an external device, with its endpoints.
///
/// Thread: any but render.
///
/// - Parameters:
///   - device: An external device.
///   - entity: An entity of it.
/// - Returns: `noErr`; `kMIDIObjectNotFound`; `kMIDINotPermitted` for a JACK client; else as
///   `MIDISetupAddExternalDevice`.
@discardableResult
public func MIDIDeviceRemoveEntity(_ device: MIDIDeviceRef, _ entity: MIDIEntityRef) -> OSStatus {
  let entity = Setup.shared.external(ref: entity)
  return Setup.shared.editExternal(device, .externalDevice) { store, device in
    guard let entity, entity.parent == device.id else { return kMIDIObjectNotFound }
    return store.edit(entity.id) { tree in
      tree.remove([entity.id])
      return noErr
    }
  }
}

/// Gives an entity of an external device another number of endpoints; those that stay are the first.
///
/// Thread: any but render.
///
/// - Parameters:
///   - entity: An entity of an external device.
///   - numSourceEndpoints: The number of its sources.
///   - numDestinationEndpoints: The number of its destinations.
/// - Returns: As `MIDIDeviceNewEntity`.
@discardableResult
public func MIDIEntityAddOrRemoveEndpoints(
  _ entity: MIDIEntityRef, _ numSourceEndpoints: ItemCount, _ numDestinationEndpoints: ItemCount
) -> OSStatus {
  let taken = Setup.shared.takenIDs
  return Setup.shared.editExternal(entity, .externalEntity) { store, entity in
    store.edit(entity.id) {
      $0.resize(entity, numSourceEndpoints, numDestinationEndpoints, besides: taken)
    }
  }
}

extension ExternalTree {
  /// Gives an entity a number of endpoints.
  fileprivate mutating func resize(
    _ entity: ExternalObject, _ sources: Int, _ destinations: Int,
    besides taken: Set<MIDIUniqueID>
  ) -> OSStatus {
    let isDone =
      resize(entity, .externalSource, to: sources, besides: taken)
      && resize(entity, .externalDestination, to: destinations, besides: taken)
    return isDone ? noErr : paramErr
  }

  private mutating func resize(
    _ entity: ExternalObject, _ type: MIDIObjectType, to count: Int,
    besides taken: Set<MIDIUniqueID>
  ) -> Bool {
    guard (0...Self.limit).contains(count) else { return false }
    let old = children(of: entity.id, type)
    remove(old.dropFirst(count).map(\.id))
    for number in old.count..<Swift.max(old.count, count) {
      let name = entity.name + (count > 1 ? " \(number + 1)" : "")
      let endpoint = ExternalObject(
        type: type, id: freeID(besides: taken), parent: entity.id,
        properties: [kMIDIPropertyName: .string(name)])
      guard add(endpoint) else { return false }
    }
    return true
  }
}
