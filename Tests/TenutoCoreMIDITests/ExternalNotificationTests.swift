import Synchronization
import Testing

@testable import TenutoCoreMIDI

extension CoreMIDITests {
  @Suite struct ExternalNotificationTests {
    typealias Notice = Notices.Notice

    @Test func clientsAreNotifiedOfTheSetup() throws {
      try withNotices { notices in
        let piano = try Described("Piano", isAdded: false)
        #expect(MIDIObjectSetStringProperty(piano.device, kMIDIPropertyImage, "/a") == noErr)
        let (source, destination) = (piano.source, piano.destination)
        #expect(MIDISetupAddExternalDevice(piano.device) == noErr)
        #expect(MIDIObjectSetStringProperty(source, kMIDIPropertyName, "Left") == noErr)
        #expect(MIDIObjectSetIntegerProperty(piano.entity, kMIDIPropertyUniqueID, 4711) == noErr)
        #expect(MIDISetupRemoveExternalDevice(piano.device) == noErr)
        let objects: [(MIDIObjectRef, MIDIObjectType)] = [
          (piano.device, .externalDevice), (piano.entity, .externalEntity),
          (source, .externalSource), (destination, .externalDestination),
        ]
        let setup = Notice(id: .msgSetupChanged)
        let expected =
          objects.map { Notice(id: .msgObjectAdded, child: $0.0, type: $0.1) } + [setup]
          + [
            Notice(
              id: .msgPropertyChanged, child: source, type: .externalSource,
              property: kMIDIPropertyName),
            setup,
            Notice(
              id: .msgPropertyChanged, child: piano.entity, type: .externalEntity,
              property: kMIDIPropertyUniqueID),
            setup,
          ] + objects.reversed().map { Notice(id: .msgObjectRemoved, child: $0.0, type: $0.1) }
          + [setup]
        #expect(eventually { notices.all.withLock { $0.count >= expected.count } })
        #expect(notices.all.withLock { $0 } == expected)
      }
    }

    /// Another program is another store: they share only the file.
    @Test func clientsAreNotifiedOfOtherProgramsDescriptions() throws {
      try withNotices { notices in
        var other = ExternalStore()
        other.refresh(path: ExternalStore.path)
        let device = ExternalObject(
          type: .externalDevice, id: -5, parent: nil,
          properties: [kMIDIPropertyName: .string("Drums")])
        #expect(other.change { $0.tree.add(device) ? noErr : paramErr } == noErr)
        func has(_ id: MIDINotificationMessageID) -> Bool {
          eventually {
            notices.all.withLock { $0.contains { $0.id == id && $0.type == .externalDevice } }
          }
        }
        #expect(has(.msgObjectAdded))
        let drums = try #require(find(-5))
        #expect(externalDevices == [drums] && string(drums, kMIDIPropertyName) == "Drums")
        #expect(
          other.edit(-5) { tree in
            tree.set(kMIDIPropertyModel, of: -5, to: .string("909"))
            return noErr
          } == noErr)
        #expect(has(.msgPropertyChanged))
        #expect(string(drums, kMIDIPropertyModel) == "909")
        #expect(MIDIObjectSetStringProperty(drums, kMIDIPropertyModel, "808") == noErr)
        other.refresh(path: ExternalStore.path)
        #expect(other[-5]?.properties[kMIDIPropertyModel] == .string("808"))
        #expect(
          other.edit(-5) { tree in
            tree.remove([-5])
            return noErr
          } == noErr)
        #expect(has(.msgObjectRemoved))
        #expect(externalDevices.isEmpty && string(drums, kMIDIPropertyName) == nil)
      }
    }
  }
}
