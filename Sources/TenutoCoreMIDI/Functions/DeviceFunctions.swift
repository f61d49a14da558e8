internal import Synchronization
internal import TenutoJACK

/// Returns the number of devices: JACK clients of other programs that have MIDI ports.
///
/// Thread: any but render.
public func MIDIGetNumberOfDevices() -> ItemCount {
  Setup.shared.devices.count
}

/// Returns a device, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameter deviceIndex0: 0 to before `MIDIGetNumberOfDevices()`.
/// - Returns: The device.
public func MIDIGetDevice(_ deviceIndex0: ItemCount) -> MIDIDeviceRef {
  Setup.shared.devices.map(\.ref).ref(at: deviceIndex0)
}

/// Returns the number of entities of a device: groups of ports.
///
/// Thread: any but render.
public func MIDIDeviceGetNumberOfEntities(_ device: MIDIDeviceRef) -> ItemCount {
  Setup.shared.entities(of: device).count
}

/// Returns an entity of a device, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameters:
///   - device: The device.
///   - entityIndex0: 0 to before `MIDIDeviceGetNumberOfEntities(device)`.
/// - Returns: The entity.
public func MIDIDeviceGetEntity(
  _ device: MIDIDeviceRef, _ entityIndex0: ItemCount
) -> MIDIEntityRef {
  Setup.shared.entities(of: device).ref(at: entityIndex0)
}

/// Gets the device that an entity is in.
///
/// Thread: any but render.
///
/// - Parameters:
///   - inEntity: The entity.
///   - outDevice: Gets the device; may be nil.
/// - Returns: `noErr` or `kMIDIObjectNotFound`.
@discardableResult
public func MIDIEntityGetDevice(
  _ inEntity: MIDIEntityRef, _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>?
) -> OSStatus {
  guard let device = Setup.shared.device(of: inEntity) else { return kMIDIObjectNotFound }
  unsafe outDevice?.pointee = device
  return noErr
}

/// Returns the number of sources of an entity.
///
/// Thread: any but render.
public func MIDIEntityGetNumberOfSources(_ entity: MIDIEntityRef) -> ItemCount {
  Setup.shared.sources(in: entity).count
}

/// Returns a source of an entity, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameters:
///   - entity: The entity.
///   - sourceIndex0: 0 to before `MIDIEntityGetNumberOfSources(entity)`.
/// - Returns: The source.
public func MIDIEntityGetSource(
  _ entity: MIDIEntityRef, _ sourceIndex0: ItemCount
) -> MIDIEndpointRef {
  Setup.shared.sources(in: entity).ref(at: sourceIndex0)
}

/// Returns the number of destinations of an entity.
///
/// Thread: any but render.
public func MIDIEntityGetNumberOfDestinations(_ entity: MIDIEntityRef) -> ItemCount {
  Setup.shared.destinations(in: entity).count
}

/// Returns a destination of an entity, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameters:
///   - entity: The entity.
///   - destIndex0: 0 to before `MIDIEntityGetNumberOfDestinations(entity)`.
/// - Returns: The destination.
public func MIDIEntityGetDestination(
  _ entity: MIDIEntityRef, _ destIndex0: ItemCount
) -> MIDIEndpointRef {
  Setup.shared.destinations(in: entity).ref(at: destIndex0)
}

extension Setup {
  /// The devices that have ports now, in JACK's order.
  var devices: [DeviceObject] {
    var names: [String] = []
    for key in entityKeys where !names.contains(key.client) { names.append(key.client) }
    return table.withLock { table in names.map { table.device(named: $0) } }
  }

  func entity(for key: EntityObject.Key) -> EntityObject {
    table.withLock { $0.entity(for: key) }
  }

  /// The device that an entity is in.
  func device(of entity: MIDIEntityRef) -> MIDIDeviceRef? {
    if case .entity(let entity)? = object(entity) { return entity.device.ref }
    guard let external = external(ref: entity), external.type == .externalEntity else { return nil }
    return external.parent.map { ref(external: $0) }
  }

  /// The entities of a device: those that have ports now, or that are described.
  func entities(of device: MIDIDeviceRef) -> [MIDIEntityRef] {
    switch object(device) {
    case .device(let device)?:
      entityKeys.filter { $0.client == device.name }.map { entity(for: $0).ref }
    case .external(let id)?: externals(in: id, .externalEntity)
    default: []
    }
  }

  /// The sources of an entity, present or described.
  func sources(in entity: MIDIEntityRef) -> [MIDIEndpointRef] {
    children(of: entity, .source, .externalSource)
  }

  /// The destinations of an entity, present or described.
  func destinations(in entity: MIDIEntityRef) -> [MIDIEndpointRef] {
    children(of: entity, .destination, .externalDestination)
  }

  private func children(
    of entity: MIDIEntityRef, _ direction: MIDIEndpointDirection, _ external: MIDIObjectType
  ) -> [MIDIEndpointRef] {
    switch object(entity) {
    case .entity(let entity)?:
      endpoints(direction).filter { $0.entityKey == entity.key }.map(\.ref)
    case .external(let id)?: externals(in: id, external)
    default: []
    }
  }
}
