import Glibc
import TenutoCoreMIDI
import Testing

/// Runs `body` without a server, with a private folder for stored data.
func withFolder(_ body: (String) throws -> Void) throws {
  var pattern = Array("/tmp/tenuto-test-XXXXXX\0".utf8CString)
  let folder = try #require(unsafe mkdtemp(&pattern).map { unsafe String(cString: $0) })
  unsafe setenv("JACK_DEFAULT_SERVER", "tenuto-test-none-\(getpid())", 1)
  unsafe setenv("XDG_STATE_HOME", folder, 1)
  defer {
    unsafe unsetenv("JACK_DEFAULT_SERVER")
    unsafe unsetenv("XDG_STATE_HOME")
    _ = try? JACKServer.run(["rm", "-r", "-f", folder])
  }
  try body("\(folder)/tenuto")
}

/// An external device with an entity of endpoints, in the setup.
struct Described {
  let device: MIDIDeviceRef
  let entity: MIDIEntityRef

  init(_ name: String, sources: Int = 1, destinations: Int = 1, isAdded: Bool = true) throws {
    var device = MIDIDeviceRef()
    try #require(unsafe MIDIExternalDeviceCreate(name, "Acme", "Nine", &device) == noErr)
    var entity = MIDIEntityRef()
    let status = unsafe MIDIDeviceAddEntity(device, "Port", false, sources, destinations, &entity)
    try #require(status == noErr)
    if isAdded { try #require(MIDISetupAddExternalDevice(device) == noErr) }
    self.device = device
    self.entity = entity
  }

  var source: MIDIEndpointRef { MIDIEntityGetSource(entity, 0) }

  var destination: MIDIEndpointRef { MIDIEntityGetDestination(entity, 0) }

  /// All unique ids, the device's first.
  var ids: [MIDIUniqueID?] {
    [device, entity, source, destination].map { integer($0, kMIDIPropertyUniqueID) }
  }
}

var externalDevices: [MIDIDeviceRef] {
  (0..<MIDIGetNumberOfExternalDevices()).map { MIDIGetExternalDevice($0) }
}

/// The type of the object with a unique id.
func type(_ uniqueID: MIDIUniqueID?) -> MIDIObjectType? {
  var type = MIDIObjectType.other
  guard let uniqueID, unsafe MIDIObjectFindByUniqueID(uniqueID, nil, &type) == noErr else {
    return nil
  }
  return type
}
