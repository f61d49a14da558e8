import TenutoCoreMIDI
import TenutoJACK
import Testing

extension CoreMIDITests {
  @Suite struct ExternalPropertyTests {
    @Test func propertiesAreSetKeptAndInherited() throws {
      try withFolder { _ in
        let piano = try Described("Piano")
        #expect(string(piano.device, kMIDIPropertyModel) == "Nine")
        #expect(string(piano.source, kMIDIPropertyManufacturer) == "Acme")
        #expect(string(piano.source, kMIDIPropertyDisplayName) == "Piano Port")
        #expect(integer(piano.destination, kMIDIPropertyOffline) == 0)
        #expect(
          MIDIObjectSetStringProperty(piano.device, kMIDIPropertyName, "Grand\t\r\n") == noErr)
        #expect(string(piano.device, kMIDIPropertyName) == "Grand\t\r\n")
        #expect(MIDIObjectSetIntegerProperty(piano.entity, kMIDIPropertyDeviceID, -7) == noErr)
        #expect(integer(piano.source, kMIDIPropertyDeviceID) == -7)
        #expect(MIDIObjectSetDataProperty(piano.source, "blob", CFData([0, 9, 255])) == noErr)
        var data: Unmanaged<CFData>?
        #expect(unsafe MIDIObjectGetDataProperty(piano.source, "blob", &data) == noErr)
        #expect(data?.takeRetainedValue() == CFData([0, 9, 255]))
        #expect(MIDIObjectRemoveProperty(piano.source, "blob") == noErr)
        #expect(MIDIObjectRemoveProperty(piano.source, "blob") == kMIDIUnknownProperty)
        #expect(
          unsafe MIDIObjectGetDataProperty(piano.source, "blob", &data) == kMIDIUnknownProperty)
      }
    }

    @Test func dictionariesHoldPropertyListTypes() throws {
      try withFolder { _ in
        let piano = try Described("Piano")
        let names: CFDictionary = [
          "master": "/banks", "list": [1, "two", ["three": CFData([3])]] as [Any], "": Int.min,
        ]
        #expect(
          MIDIObjectSetDictionaryProperty(piano.device, kMIDIPropertyNameConfiguration, names)
            == noErr)
        var back: Unmanaged<CFDictionary>?
        #expect(
          unsafe MIDIObjectGetDictionaryProperty(
            piano.source, kMIDIPropertyNameConfiguration, &back) == noErr)
        let value = try #require(back?.takeRetainedValue())
        #expect(value["master"] as? String == "/banks" && value[""] as? Int == .min)
        let list = try #require(value["list"] as? [Any])
        #expect(list.first as? Int == 1)
        #expect((list.last as? [String: Any])?["three"] as? CFData == CFData([3]))
        #expect(MIDIObjectSetDictionaryProperty(piano.device, "bad", ["a": 0.5]) == paramErr)
        var deep: CFDictionary = [:]
        for _ in 0..<1000 { deep = ["": deep] }
        #expect(MIDIObjectSetDictionaryProperty(piano.device, "deep", deep) == paramErr)
        let long = String(repeating: "x", count: 2 << 20)
        #expect(MIDIObjectSetStringProperty(piano.device, "long", long) == paramErr)
        #expect(externalDevices == [piano.device])
      }
    }

    @Test func mandatoryPropertiesAreProtected() throws {
      try withFolder { _ in
        let piano = try Described("Piano")
        let organ = try Described("Organ")
        let (device, key) = (piano.device, kMIDIPropertyUniqueID)
        #expect(
          MIDIObjectSetIntegerProperty(device, kMIDIPropertyName, 1) == kMIDIWrongPropertyType)
        #expect(MIDIObjectSetStringProperty(device, key, "1") == kMIDIWrongPropertyType)
        #expect(MIDIObjectRemoveProperty(device, key) == kMIDINotPermitted)
        #expect(MIDIObjectRemoveProperty(device, kMIDIPropertyName) == kMIDINotPermitted)
        #expect(MIDIObjectSetStringProperty(device, "entities", "1") == kMIDINotPermitted)
        let taken = try #require(organ.ids[2])
        #expect(MIDIObjectSetIntegerProperty(device, key, taken) == kMIDIIDNotUnique)
        #expect(MIDIObjectSetIntegerProperty(device, key, 0) == kMIDIIDNotUnique)
        #expect(MIDIObjectSetIntegerProperty(device, key, 4711) == noErr)
        #expect(find(4711) == device && integer(device, key) == 4711)
        #expect(MIDIDeviceGetEntity(device, 0) == piano.entity)
      }
    }

    @Test func aDeepListHasTheObjectsInIt() throws {
      try withFolder { _ in
        let piano = try Described("Piano", sources: 2, destinations: 1)
        var all: Unmanaged<CFPropertyList>?
        #expect(unsafe MIDIObjectGetProperties(piano.device, &all, true) == noErr)
        let list = try #require(all?.takeRetainedValue() as? [String: Any])
        #expect(list[kMIDIPropertyName] as? String == "Piano")
        #expect(list[kMIDIPropertyUniqueID] as? Int == piano.ids[0].map(Int.init))
        let entity = try #require((list["entities"] as? [[String: Any]])?.first)
        #expect((entity["sources"] as? [Any])?.count == 2)
        let destinations = try #require(entity["destinations"] as? [[String: Any]])
        #expect(destinations.map { $0[kMIDIPropertyName] as? String } == ["Port"])
        #expect(unsafe MIDIObjectGetProperties(piano.device, &all, false) == noErr)
        #expect((all?.takeRetainedValue() as? [String: Any])?["entities"] == nil)
      }
    }

    @Test func noIdIsThatOfAPort() throws {
      try withServer { _ in
        try withClient("ids") { client in
          let source = try client.source("one")
          let port = try #require(integer(source, kMIDIPropertyUniqueID))
          let piano = try Described("Piano")
          let key = kMIDIPropertyUniqueID
          #expect(piano.ids.allSatisfy { $0 ?? 0 < 0 })
          #expect(MIDIObjectSetIntegerProperty(piano.source, key, port) == kMIDIIDNotUnique)
          let id = try #require(piano.ids[2])
          #expect(MIDIObjectSetIntegerProperty(source, key, id) == kMIDIIDNotUnique)
          #expect(find(port) == source && find(id) == piano.source)
        }
      }
    }
  }
}
