import Glibc
import Synchronization
import TenutoCoreMIDI
import TenutoJACK
import TenutoMIDI
import Testing

extension CoreMIDITests {
  @Suite struct SetupTests {
    @Test func withoutAServerThereIsAnError() {
      unsafe setenv("JACK_DEFAULT_SERVER", "tenuto-test-none-\(getpid())", 1)
      defer { unsafe unsetenv("JACK_DEFAULT_SERVER") }
      var client = MIDIClientRef()
      let status = unsafe MIDIClientCreate("nobody", nil, nil, &client)
      #expect(status == kMIDIServerStartErr)
      #expect(client == 0)
      #expect(MIDIGetNumberOfSources() == 0)
      #expect(MIDIGetSource(0) == 0)
      #expect(MIDIRestart() == kMIDIServerStartErr)
    }

    @Test func wrongNumbersAreErrors() throws {
      try withServer { _ in
        try withClient("numbers") { client in
          let source = try client.source("one")
          let port = try client.output("out")
          var value: Int32 = 0
          #expect(MIDIClientDispose(99_999) == kMIDIInvalidClient)
          #expect(MIDIPortDispose(client) == kMIDIInvalidPort)
          #expect(MIDIPortConnectSource(port, source, nil) == kMIDIInvalidPort)
          #expect(send(port, 99_999, [0xF8]) == kMIDIUnknownEndpoint)
          #expect(send(port, source, [0xF8]) == kMIDIWrongEndpointType)
          #expect(MIDIFlushOutput(source) == kMIDIWrongEndpointType)
          #expect(
            unsafe MIDIObjectGetIntegerProperty(99_999, kMIDIPropertyUniqueID, &value)
              == kMIDIObjectNotFound)
          #expect(
            unsafe MIDIObjectGetIntegerProperty(source, "no such", &value) == kMIDIUnknownProperty)
          #expect(
            unsafe MIDIObjectGetIntegerProperty(source, kMIDIPropertyName, &value)
              == kMIDIWrongPropertyType)
          #expect(
            MIDIObjectSetIntegerProperty(source, kMIDIPropertyName, 1) == kMIDIWrongPropertyType)
          #expect(MIDIObjectFindByUniqueID(0, nil, nil) == kMIDIObjectNotFound)
        }
      }
    }

    @Test func otherProgramsPortsAreDevicesWithEntitiesAndEndpoints() throws {
      try withServer { _ in
        let keys = try MIDIPortClient(name: "keys")
        defer { keys.close() }
        _ = try keys.addOutput(named: "out 1")
        _ = try keys.addInput(named: "in: 1".replacing(":", with: "")) { _ in }
        var grouped = MIDIPortTraits()
        grouped.group = "Pads"
        _ = try keys.addOutput(named: "out 2", traits: grouped)
        try withClient("looker") { _ in
          #expect(
            eventually { MIDIGetNumberOfSources() == 2 && MIDIGetNumberOfDestinations() == 1 })
          #expect(sources.map { string($0, kMIDIPropertyName) } == ["out 1", "out 2"])
          #expect(MIDIGetSource(2) == 0)
          #expect(MIDIGetSource(-1) == 0)
        }
      }
    }

    @Test func virtualEndpointsAreListedAtOnceWithNamesAndIds() throws {
      try withServer { _ in
        try withClient("virtual") { client in
          let inbox = Inbox()
          let source = try client.source("My: Source")
          let twin = try client.source("My: Source")
          let destination = try client.destination("Sink", inbox)
          #expect(sources == [source, twin])
          #expect(destinations == [destination])
          #expect(string(source, kMIDIPropertyName) == "My: Source")
          #expect(string(twin, kMIDIPropertyDisplayName) == "My: Source")
          #expect(integer(source, kMIDIPropertyOffline) == 0)
          let ids = [source, twin, destination].compactMap { integer($0, kMIDIPropertyUniqueID) }
          #expect(Set(ids).count == 3)
          for (object, id) in zip([source, twin, destination], ids) { #expect(find(id) == object) }
          var entity = MIDIEntityRef()
          #expect(unsafe MIDIEndpointGetEntity(source, &entity) == kMIDIObjectNotFound)
          #expect(MIDIGetNumberOfDevices() == 0)
          MIDIEndpointDispose(twin)
          #expect(sources == [source])
          #expect(find(ids[1]) == nil)
        }
      }
    }

    @Test func uniqueIdsSurviveRenamesAndCanBeChosen() throws {
      try withServer { _ in
        try withClient("ids") { client in
          let source = try client.source("before")
          let other = try client.source("other")
          let id = try #require(integer(source, kMIDIPropertyUniqueID))
          #expect(MIDIObjectSetStringProperty(source, kMIDIPropertyName, "after") == noErr)
          #expect(string(source, kMIDIPropertyName) == "after")
          #expect(find(id) == source)
          #expect(MIDIObjectSetIntegerProperty(source, kMIDIPropertyUniqueID, 1_234_567) == noErr)
          #expect(find(1_234_567) == source)
          #expect(find(id) == nil)
          #expect(
            MIDIObjectSetIntegerProperty(other, kMIDIPropertyUniqueID, 1_234_567)
              == kMIDIIDNotUnique)
          #expect(eventually { sources.count == 2 })
          #expect(MIDIObjectSetStringProperty(source, kMIDIPropertyModel, "Nine") == noErr)
          #expect(string(source, kMIDIPropertyModel) == "Nine")
          #expect(integer(source, kMIDIPropertyUniqueID) == 1_234_567)
        }
      }
    }

    @Test func connectionsOutlastPropertyChangesOfAnEndpoint() throws {
      try withServer { _ in
        let inbox = Mutex<[UInt32]>([])
        let keys = try MIDIPortClient(name: "keys")
        defer { keys.close() }
        _ = try keys.addInput(named: "in") { arrival in
          inbox.withLock { $0 += arrival.events.map(\.ump.word0) }
        }
        try withClient("own") { client in
          let source = try client.source("one")
          try keys.connect(source: "own:one", destination: "keys:in")
          func isHeard(_ byte: UInt8) -> Bool {
            eventually(doing: { emit(source, [byte]) }) {
              inbox.withLock { $0.contains(0x1000_0000 | UInt32(byte) << 16) }
            }
          }
          #expect(isHeard(0xFA))
          #expect(MIDIObjectSetIntegerProperty(source, kMIDIPropertyUniqueID, 7_654_321) == noErr)
          #expect(MIDIObjectSetStringProperty(source, kMIDIPropertyManufacturer, "Acme") == noErr)
          #expect(MIDIObjectSetStringProperty(source, kMIDIPropertyModel, "Nine") == noErr)
          #expect(isHeard(0xFC))
          #expect(find(7_654_321) == source)
          #expect(string(source, kMIDIPropertyManufacturer) == "Acme")
        }
      }
    }

    @Test(.enabled(if: PipeWire.wanted == nil, "PipeWire 0.3 notifies no other client of a rename"))
    func foreignObjectsAreFoundAgainAfterARename() throws {
      try withServer { _ in
        let keys = try MIDIPortClient(name: "keys")
        defer { keys.close() }
        let port = try keys.addOutput(named: "first")
        try withClient("looker") { _ in
          #expect(eventually { sources.count == 1 })
          let source = MIDIGetSource(0)
          let id = try #require(integer(source, kMIDIPropertyUniqueID))
          try keys.rename(port, to: "second")
          #expect(eventually { string(source, kMIDIPropertyName) == "second" })
          #expect(find(id) == source)
          keys.remove(port)
          #expect(eventually { sources.isEmpty })
          #expect(find(id) == nil)
          #expect(integer(source, kMIDIPropertyOffline) == 1)
        }
      }
    }

    @Test func propertiesOfAllTypesAreKept() throws {
      try withServer { _ in
        try withClient("properties") { client in
          let source = try client.source("one")
          #expect(MIDIObjectSetDataProperty(source, "blob", CFData([1, 2, 3])) == noErr)
          #expect(MIDIObjectSetDictionaryProperty(source, "names", ["a": 1]) == noErr)
          #expect(MIDIObjectSetIntegerProperty(source, kMIDIPropertyTransmitsNotes, 1) == noErr)
          var data: Unmanaged<CFData>?
          #expect(unsafe MIDIObjectGetDataProperty(source, "blob", &data) == noErr)
          #expect(data?.takeRetainedValue() == CFData([1, 2, 3]))
          var names: Unmanaged<CFDictionary>?
          #expect(unsafe MIDIObjectGetDictionaryProperty(source, "names", &names) == noErr)
          #expect(names?.takeRetainedValue()["a"] as? Int == 1)
          var all: Unmanaged<CFPropertyList>?
          #expect(unsafe MIDIObjectGetProperties(source, &all, true) == noErr)
          let list = all?.takeRetainedValue() as? [String: Any]
          #expect(list?[kMIDIPropertyName] as? String == "one")
          #expect(list?[kMIDIPropertyTransmitsNotes] as? Int == 1)
          #expect(MIDIObjectRemoveProperty(source, kMIDIPropertyTransmitsNotes) == noErr)
          #expect(integer(source, kMIDIPropertyTransmitsNotes) == nil)
          #expect(MIDIObjectRemoveProperty(source, "none") == kMIDIUnknownProperty)
          #expect(MIDIObjectRemoveProperty(source, kMIDIPropertyName) == kMIDINotPermitted)
        }
      }
    }
  }
}
