import TenutoCoreMIDI
import TenutoJACK
import Testing

// The two functions of Apple's Technical Q&A QA1374, "Getting MIDI endpoint names", in Swift.

/// The name of an endpoint with that of its device.
private func endpointName(_ endpoint: MIDIEndpointRef, isExternal: Bool) -> String {
  var result = string(endpoint, kMIDIPropertyName) ?? ""
  var entity = MIDIEntityRef()
  unsafe MIDIEndpointGetEntity(endpoint, &entity)
  guard entity != 0 else { return result }
  if result.isEmpty { result = string(entity, kMIDIPropertyName) ?? "" }
  var device = MIDIDeviceRef()
  unsafe MIDIEntityGetDevice(entity, &device)
  guard device != 0, let name = string(device, kMIDIPropertyName), !name.isEmpty else {
    return result
  }
  // An external device with one entity: the endpoint's name adds nothing.
  if isExternal && MIDIDeviceGetNumberOfEntities(device) < 2 { return name }
  return result.hasPrefix(name) ? result : "\(name) \(result)"
}

/// The name of the external device connected to an endpoint, or that of the endpoint itself.
private func connectedEndpointName(_ endpoint: MIDIEndpointRef) -> String {
  var connections: Unmanaged<CFData>?
  var names: [String] = []
  var ids: [MIDIUniqueID] = []
  if unsafe MIDIObjectGetDataProperty(
    endpoint, kMIDIPropertyConnectionUniqueID, &connections) == noErr,
    let data = connections?.takeRetainedValue()
  {
    let bytes = Array(data)
    ids = stride(from: 0, to: bytes.count, by: 4).map { start in
      MIDIUniqueID(
        bitPattern: bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
  } else if let id = integer(endpoint, kMIDIPropertyConnectionUniqueID), id != 0 {
    ids = [id]
  }
  for id in ids {
    var object = MIDIObjectRef()
    var type = MIDIObjectType.other
    guard unsafe MIDIObjectFindByUniqueID(id, &object, &type) == noErr else { continue }
    switch type {
    case .externalSource, .externalDestination: names.append(endpointName(object, isExternal: true))
    default: names.append(string(object, kMIDIPropertyName) ?? "")
    }
  }
  return names.isEmpty
    ? endpointName(endpoint, isExternal: false) : names.joined(separator: ", ")
}

extension CoreMIDITests {
  @Suite struct ConnectedEndpointTests {
    @Test func aPortIsNamedAfterItsExternalDevice() throws {
      try withServer { _ in
        let interface = try MIDIPortClient(name: "interface")
        defer { interface.close() }
        _ = try interface.addOutput(named: "in 1")
        try withClient("namer") { client in
          #expect(eventually { sources.count == 1 })
          let port = MIDIGetSource(0)
          #expect(connectedEndpointName(port) == "interface in 1")
          let piano = try Described("Piano")
          let organ = try Described("Organ")
          let ids = try [#require(piano.ids[2]), #require(organ.ids[0])]

          let key = kMIDIPropertyConnectionUniqueID
          #expect(MIDIObjectSetIntegerProperty(port, key, ids[0]) == noErr)
          #expect(connectedEndpointName(port) == "Piano")
          let both = CFData(
            ids.flatMap { id in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: id >> $0) } })
          #expect(MIDIObjectSetDataProperty(port, key, both) == noErr)
          #expect(connectedEndpointName(port) == "Piano, Organ")

          #expect(MIDISetupRemoveExternalDevice(piano.device) == noErr)
          #expect(connectedEndpointName(port) == "Organ")
          #expect(MIDIObjectSetDataProperty(port, key, CFData([1])) == kMIDIWrongPropertyType)
          #expect(MIDIObjectSetStringProperty(port, key, "1") == kMIDIWrongPropertyType)
          #expect(MIDIObjectRemoveProperty(port, key) == noErr)
          #expect(MIDIObjectRemoveProperty(port, key) == kMIDIUnknownProperty)
          #expect(connectedEndpointName(port) == "interface in 1")
        }
      }
    }

    @Test func aConnectionMayBeSaidOfAnEntityAndAnOwnEndpoint() throws {
      try withServer { _ in
        let interface = try MIDIPortClient(name: "interface")
        defer { interface.close() }
        _ = try interface.addOutput(named: "in 1")
        try withClient("namer") { client in
          let own = try client.source("own")
          #expect(eventually { MIDIGetNumberOfDevices() == 1 })
          let entity = MIDIDeviceGetEntity(MIDIGetDevice(0), 0)
          let piano = try Described("Piano")
          let id = try #require(piano.ids[0])
          for object in [own, entity] {
            #expect(
              MIDIObjectSetIntegerProperty(object, kMIDIPropertyConnectionUniqueID, id) == noErr)
          }
          #expect(connectedEndpointName(own) == "Piano")
          #expect(connectedEndpointName(MIDIEntityGetSource(entity, 0)) == "Piano")
        }
      }
    }
  }
}
