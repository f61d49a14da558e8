import TenutoCoreMIDI
import TenutoJACK
import Testing

extension CoreMIDITests {
  @Suite struct ExternalDeviceTests {
    @Test func aDeviceIsListedOnceItIsInTheSetup() throws {
      try withFolder { _ in
        #expect(MIDIGetNumberOfExternalDevices() == 0)
        let piano = try Described("Piano", isAdded: false)
        let id = try #require(integer(piano.device, kMIDIPropertyUniqueID))
        #expect(externalDevices.isEmpty && find(id) == nil)
        #expect(MIDISetupAddExternalDevice(piano.device) == noErr)
        #expect(MIDISetupAddExternalDevice(piano.device) == kMIDINotPermitted)
        let organ = try Described("Organ")
        #expect(externalDevices == [piano.device, organ.device])
        #expect(MIDIGetExternalDevice(2) == 0 && MIDIGetExternalDevice(-1) == 0)
        #expect(find(id) == piano.device)
        #expect(MIDISetupRemoveExternalDevice(piano.device) == noErr)
        #expect(externalDevices == [organ.device])
        #expect(find(id) == nil && string(piano.device, kMIDIPropertyName) == nil)
        #expect(MIDISetupRemoveExternalDevice(piano.device) == kMIDIObjectNotFound)
        #expect(MIDIGetNumberOfDevices() == 0)
        #expect(MIDIGetNumberOfSources() == 0 && MIDIGetNumberOfDestinations() == 0)
      }
    }

    @Test func theTreeIsWalkedBothWays() throws {
      try withFolder { _ in
        let piano = try Described("Piano", sources: 2, destinations: 1)
        var second = MIDIEntityRef()
        let status = unsafe MIDIDeviceNewEntity(piano.device, "USB", ._2_0, true, 0, 1, &second)
        #expect(status == noErr)
        #expect(MIDIDeviceGetNumberOfEntities(piano.device) == 2)
        #expect(MIDIDeviceGetEntity(piano.device, 1) == second)
        #expect(MIDIEntityGetNumberOfSources(piano.entity) == 2)
        #expect(MIDIEntityGetNumberOfDestinations(piano.entity) == 1)
        #expect(MIDIEntityGetSource(piano.entity, 2) == 0)
        var device = MIDIDeviceRef()
        #expect(unsafe MIDIEntityGetDevice(second, &device) == noErr && device == piano.device)
        var entity = MIDIEntityRef()
        let last = MIDIEntityGetSource(piano.entity, 1)
        #expect(unsafe MIDIEndpointGetEntity(last, &entity) == noErr && entity == piano.entity)
        #expect(unsafe MIDIEndpointGetEntity(piano.entity, &entity) == kMIDIUnknownEndpoint)
        #expect(
          piano.ids.map(type)
            == [.externalDevice, .externalEntity, .externalSource, .externalDestination])
        #expect(Set(piano.ids).count == 4)
        #expect(integer(second, kMIDIPropertyIsEmbeddedEntity) == 1)
        #expect(
          integer(MIDIEntityGetDestination(second, 0), kMIDIPropertyProtocolID)
            == MIDIProtocolID._2_0.rawValue)
      }
    }

    @Test func entitiesAndEndpointsComeAndGo() throws {
      try withFolder { _ in
        let piano = try Described("Piano", sources: 1, destinations: 3)
        let (source, destination) = (piano.source, piano.destination)
        #expect(MIDIEntityAddOrRemoveEndpoints(piano.entity, 2, 1) == noErr)
        #expect(MIDIEntityGetNumberOfSources(piano.entity) == 2)
        #expect(MIDIEntityGetNumberOfDestinations(piano.entity) == 1)
        #expect(piano.source == source && piano.destination == destination)
        #expect(string(MIDIEntityGetSource(piano.entity, 1), kMIDIPropertyName) == "Port 2")
        let organ = try Described("Organ")
        #expect(MIDIDeviceRemoveEntity(organ.device, piano.entity) == kMIDIObjectNotFound)
        #expect(MIDIDeviceRemoveEntity(piano.device, piano.entity) == noErr)
        #expect(MIDIDeviceGetNumberOfEntities(piano.device) == 0)
        #expect(string(source, kMIDIPropertyName) == nil)
      }
    }

    @Test func whatCannotBeIsRefused() throws {
      try withFolder { _ in
        let piano = try Described("Piano")
        var entity = MIDIEntityRef()
        func add(_ device: MIDIDeviceRef, _ sources: Int) -> OSStatus {
          unsafe MIDIDeviceAddEntity(device, "Port", false, sources, 0, &entity)
        }
        #expect(add(piano.device, -1) == paramErr)
        #expect(add(piano.device, .max) == paramErr)
        #expect(add(piano.device, 5000) == paramErr)
        #expect(add(piano.entity, 1) == kMIDIObjectNotFound)
        #expect(add(99_999, 1) == kMIDIObjectNotFound)
        #expect(MIDIDeviceGetNumberOfEntities(piano.device) == 1)
        #expect(MIDIEntityAddOrRemoveEndpoints(piano.device, 1, 1) == kMIDIObjectNotFound)
        #expect(MIDIEntityAddOrRemoveEndpoints(piano.entity, -1, 1) == paramErr)
        #expect(MIDISetupAddExternalDevice(0) == kMIDIObjectNotFound)
        #expect(MIDIEndpointDispose(piano.source) == kMIDINotPermitted)
        #expect(MIDIFlushOutput(piano.destination) == kMIDIUnknownEndpoint)
      }
    }

    @Test func jackClientsAreNotOursToChangeAndAnExternalEndpointIsNoPort() throws {
      try withServer { _ in
        let keys = try MIDIPortClient(name: "keys")
        defer { keys.close() }
        _ = try keys.addOutput(named: "out")
        let piano = try Described("Piano")
        try withClient("editor") { client in
          #expect(eventually { MIDIGetNumberOfDevices() == 1 })
          let device = MIDIGetDevice(0)
          let entity = MIDIDeviceGetEntity(device, 0)
          var new = MIDIEntityRef()
          #expect(MIDISetupAddExternalDevice(device) == kMIDINotPermitted)
          #expect(MIDISetupRemoveExternalDevice(device) == kMIDINotPermitted)
          #expect(unsafe MIDIDeviceAddEntity(device, "a", false, 1, 1, &new) == kMIDINotPermitted)
          #expect(MIDIDeviceRemoveEntity(device, entity) == kMIDINotPermitted)
          #expect(MIDIEntityAddOrRemoveEndpoints(entity, 1, 1) == kMIDINotPermitted)
          let input = try client.input("in", Inbox())
          #expect(MIDIPortConnectSource(input, piano.source, nil) == kMIDIUnknownEndpoint)
          let output = try client.output("out")
          #expect(send(output, piano.destination, [0xF8]) == kMIDIUnknownEndpoint)
          #expect(emit(piano.source, [0xF8]) == kMIDIUnknownEndpoint)
          #expect(MIDIGetNumberOfSources() == 1 && MIDIGetNumberOfDestinations() == 0)
        }
      }
    }
  }
}
