/// A JACK client that has MIDI ports, as a device.
final class DeviceObject: Sendable {
  let ref: MIDIDeviceRef
  /// The client's name.
  let name: String
  let properties = ObjectProperties()

  init(ref: MIDIDeviceRef, name: String) {
    self.ref = ref
    self.name = name
  }

  /// An id that follows from the name, because JACK has none for a client that survives it.
  var uniqueID: MIDIUniqueID { derivedUniqueID("device:\(name)") }
}

/// The ports of a JACK client that belong together, as an entity.
final class EntityObject: Sendable {
  /// Where the ports are.
  struct Place: Hashable, Sendable {
    /// The client's name.
    let client: String
    /// The group that the ports are in by their metadata, nil for none.
    let group: String?
  }

  let ref: MIDIEntityRef
  let place: Place
  let device: DeviceObject
  let properties = ObjectProperties()

  init(ref: MIDIEntityRef, place: Place, device: DeviceObject) {
    self.ref = ref
    self.place = place
    self.device = device
  }

  /// What users are shown.
  var name: String { place.group ?? place.client }

  /// An id that follows from the names.
  var uniqueID: MIDIUniqueID {
    derivedUniqueID("entity:\(place.client):\(place.group ?? "")")
  }
}

/// Returns an id for a name, never 0: the 32-bit FNV-1a hash.
private func derivedUniqueID(_ name: String) -> MIDIUniqueID {
  var hash: UInt32 = 0x811C_9DC5
  for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
  return hash == 0 ? 1 : MIDIUniqueID(bitPattern: hash)
}
