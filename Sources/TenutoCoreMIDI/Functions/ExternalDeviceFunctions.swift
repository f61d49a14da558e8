/// Creates a description of a device on a cable, which is not yet in the setup and therefore hidden
/// from other programs.
///
/// Its ids and properties can be set at once. A device that is never added vanishes with the
/// process.
///
/// Thread: any but render.
///
/// - Parameters:
///   - name: Its name.
///   - manufacturer: The manufacturer.
///   - model: Which one of theirs it is.
///   - outDevice: Gets it.
/// - Returns: `noErr`, or `paramErr` if there are too many.
@discardableResult
public func MIDIExternalDeviceCreate(
  _ name: some CFStringConvertible, _ manufacturer: some CFStringConvertible,
  _ model: some CFStringConvertible,
  _ outDevice: UnsafeMutablePointer<MIDIDeviceRef>
) -> OSStatus {
  let taken = Setup.shared.takenIDs
  let (id, status) = Setup.shared.withExternals { store in
    let device = ExternalObject(
      type: .externalDevice, id: store.drafts.freeID(besides: taken), parent: nil,
      properties: [
        kMIDIPropertyName: .string(name.cfString),
        kMIDIPropertyManufacturer: .string(manufacturer.cfString),
        kMIDIPropertyModel: .string(model.cfString),
      ])
    return (device.id, store.editDrafts { $0.add(device) ? noErr : paramErr })
  }
  if status == noErr { unsafe outDevice.pointee = Setup.shared.ref(external: id) }
  return status
}

/// Adds an external device to the setup, which all programs of the user see and find again after a
/// restart.
///
/// Thread: any but render. The file is on the disk when this returns.
///
/// - Parameter device: A device made by `MIDIExternalDeviceCreate`.
/// - Returns: `noErr`; `kMIDIObjectNotFound`; `kMIDINotPermitted` for a JACK client and for a device
///   that is in the setup; `kMIDIIDNotUnique`, also beyond 4096 objects in all; `paramErr` beyond a
///   file of 1 MiB; `kMIDINoCurrentSetup` where none can be written, or another program that writes
///   does not end; `kMIDISetupFormatErr` where there is one of a later version, or one that cannot be
///   read.
@discardableResult
public func MIDISetupAddExternalDevice(_ device: MIDIDeviceRef) -> OSStatus {
  Setup.shared.editExternal(device, .externalDevice) { store, device in
    guard store.drafts[device.id] != nil else { return kMIDINotPermitted }
    let branch = store.drafts.branches([device.id])
    let status = store.change { setup in
      branch.allSatisfy { setup.tree.add($0) } ? noErr : kMIDIIDNotUnique
    }
    guard status == noErr else { return status }
    return store.editDrafts { drafts in
      drafts.remove([device.id])
      return noErr
    }
  }
}

/// Removes an external device, with its entities and endpoints, from the setup of all programs.
///
/// Their object references become invalid.
///
/// Thread: any but render.
///
/// - Parameter device: A device of `MIDIGetExternalDevice`.
/// - Returns: As `MIDISetupAddExternalDevice`; `kMIDINotPermitted` for a device that was never
///   added.
@discardableResult
public func MIDISetupRemoveExternalDevice(_ device: MIDIDeviceRef) -> OSStatus {
  Setup.shared.editExternal(device, .externalDevice) { store, device in
    guard store.drafts[device.id] == nil else { return kMIDINotPermitted }
    return store.edit(device.id) { tree in
      tree.remove([device.id])
      return noErr
    }
  }
}

/// Returns the number of external devices in the setup, described by programs of the user.
///
/// Thread: any but render.
public func MIDIGetNumberOfExternalDevices() -> ItemCount {
  Setup.shared.externalDevices.count
}

/// Returns an external device of the setup, 0 if none exists at that index.
///
/// Thread: any but render.
///
/// - Parameter deviceIndex0: 0 to before `MIDIGetNumberOfExternalDevices()`.
/// - Returns: The device.
public func MIDIGetExternalDevice(_ deviceIndex0: ItemCount) -> MIDIDeviceRef {
  Setup.shared.externalDevices.ref(at: deviceIndex0)
}

extension Setup {
  /// Changes an external object of a required type, for a Core MIDI function.
  func editExternal(
    _ ref: MIDIObjectRef, _ type: MIDIObjectType,
    _ body: (inout ExternalStore, ExternalObject) -> OSStatus
  ) -> OSStatus {
    switch object(ref) {
    case .external(let id)?:
      return withExternals { store in
        guard let object = store[id], object.type == type else { return kMIDIObjectNotFound }
        return body(&store, object)
      }
    case .device?, .entity?: return kMIDINotPermitted
    default: return kMIDIObjectNotFound
    }
  }
}
