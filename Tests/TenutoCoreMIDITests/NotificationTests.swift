import TenutoCoreMIDI
import TenutoJACK
import Testing

extension CoreMIDITests {
  @Suite struct NotificationTests {
    @Test func changesOfTheGraphAreReported() throws {
      try withNotices { notices in
        let keys = try MIDIPortClient(name: "keys")
        defer { keys.close() }
        let port = try keys.addOutput(named: "out")
        #expect(eventually { sources.count == 1 })
        let source = MIDIGetSource(0)
        #expect(
          eventually { notices.has(.init(id: .msgObjectAdded, child: source, type: .source)) })
        #expect(eventually { notices.has(.init(id: .msgSetupChanged)) })
        // PipeWire 0.3 does not notify other clients of a rename.
        if PipeWire.wanted == nil {
          try keys.rename(port, to: "renamed")
          #expect(
            eventually {
              notices.has(
                .init(
                  id: .msgPropertyChanged, child: source, type: .source,
                  property: kMIDIPropertyName))
            })
        }
        keys.remove(port)
        #expect(
          eventually { notices.has(.init(id: .msgObjectRemoved, child: source, type: .source)) })
      }
    }

    @Test func proceduresGetTheirContext() throws {
      try withServer { _ in
        let notices = Notices()
        var client = MIDIClientRef()
        let status = unsafe MIDIClientCreate(
          "listener",
          { notification, context in
            guard let context = unsafe context else { return }
            let notices = unsafe Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue()
            unsafe notices.take(notification)
          }, Unmanaged.passUnretained(notices).toOpaque(), &client)
        try #require(status == noErr)
        defer { MIDIClientDispose(client) }
        let source = try client.source("one")
        MIDIObjectSetIntegerProperty(source, kMIDIPropertyTransmitsClock, 1)
        #expect(
          eventually {
            notices.has(
              .init(
                id: .msgPropertyChanged, child: source, type: .source,
                property: kMIDIPropertyTransmitsClock))
          })
      }
    }
  }
}
