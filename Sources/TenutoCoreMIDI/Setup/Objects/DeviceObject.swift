/// A JACK client with MIDI ports, as a device.
final class DeviceObject: Sendable {
  let ref: MIDIDeviceRef
  /// The client's name.
  let name: String
  let properties = ObjectProperties()

  init(ref: MIDIDeviceRef, name: String) {
    self.ref = ref
    self.name = name
  }

  /// An id derived from the name, because JACK has no persistent id for clients.
  var uniqueID: MIDIUniqueID { derivedUniqueID("device:\(name)") }
}

/// A group of ports of a JACK client, as an entity.
final class EntityObject: Sendable {
  /// The client and the group of the ports.
  struct Key: Hashable, Sendable {
    /// The client's name.
    let client: String
    /// The ports' group from their metadata; nil for none.
    let group: String?
  }

  let ref: MIDIEntityRef
  let key: Key
  let device: DeviceObject
  let properties = ObjectProperties()

  init(ref: MIDIEntityRef, key: Key, device: DeviceObject) {
    self.ref = ref
    self.key = key
    self.device = device
  }

  /// The display name.
  var name: String { key.group ?? key.client }

  /// An id derived from the names.
  var uniqueID: MIDIUniqueID {
    derivedUniqueID("entity:\(key.client):\(key.group ?? "")")
  }
}

/// Returns an id for a name, never 0: the 32-bit FNV-1a hash.
private func derivedUniqueID(_ name: String) -> MIDIUniqueID {
  var hash: UInt32 = 0x811C_9DC5
  for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
  return hash == 0 ? 1 : MIDIUniqueID(bitPattern: hash)
}
