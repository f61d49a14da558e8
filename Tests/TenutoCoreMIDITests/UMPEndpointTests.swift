import Synchronization
import TenutoCoreMIDI
import TenutoMIDIMessages
import Testing

extension CoreMIDITests {
  @Suite struct UMPEndpointTests {
    @Test func twoClientsFindEachOther() throws {
      try withServer { _ in
        let piano = try ownEndpoint(
          "Piano", 7, ._2_0, Inbox(),
          [try functionBlock("Keys"), try functionBlock("Pedals", group: 4)])
        let box = try ownEndpoint("Box", 9, ._1_0)
        #expect(MIDIUMPEndpointManager.shared.umpEndpoints.isEmpty)
        try piano.setEnabled(true)
        defer { try? piano.setEnabled(false) }
        try box.setEnabled(true)
        defer { try? box.setEnabled(false) }
        let first = try found("Piano")
        #expect(eventually { first.functionBlocks.map(\.name) == ["Keys", "Pedals"] })
        #expect(first.functionBlocks.map(\.functionBlockID) == [0, 1])
        #expect(first.functionBlocks.map(\.firstGroup) == [0, 4])
        #expect(first.functionBlocks.allSatisfy { $0.direction == .bidirectional && $0.isEnabled })
        #expect(first.functionBlocks[1].uiHint == .senderReceiver)
        #expect(first.functionBlocks[1].umpEndpoint === first)
        #expect(first.deviceInfo == device(7) && first.productInstanceID == "serial 7")
        #expect(first.deviceInfo.revisionLevel.revisionLevel == (1, 2, 3, 4))
        #expect(first.supportedMIDIProtocols == [.midi1, .midi2])
        #expect(eventually { first.midiProtocol == ._2_0 })
        #expect(first.midiSource == piano.midiSource && first.midiSource != 0)
        #expect(first.midiDestination == piano.midiDestination)
        #expect(first.endpointType == .virtual && !first.hasStaticFunctionBlocks)
        let second = try found("Box")
        #expect(second.deviceInfo.family == 9 && second.functionBlocks.isEmpty)
        #expect(second.midiProtocol == ._1_0 && second.supportedMIDIProtocols == .midi1)
      }
    }

    @Test func anotherProgramsEndpointIsFoundAndSpeaksTheBetterProtocol() throws {
      try withServer { _ in
        var description = UMPEndpoint(name: "Foreign synth", protocols: [.midi1, .midi2])
        description.identity = .test(5)
        description.configuration.umpProtocol = .midi1
        description.functionBlocks = [
          UMPFunctionBlock(
            FunctionBlockInfo(number: 0, direction: .input, firstGroup: 2, groupCount: 3),
            name: "Voices")
        ]
        let foreign = try ForeignEndpoint("foreign", description)
        defer { foreign.close() }
        try withClient("looker") { _ in
          let endpoint = try found("Foreign synth")
          #expect(eventually { endpoint.functionBlocks.map(\.name) == ["Voices"] })
          #expect(endpoint.functionBlocks[0].totalGroupsSpanned == 3)
          #expect(endpoint.functionBlocks[0].direction == .input)
          #expect(endpoint.deviceInfo.modelNumber == 1005)
          #expect(eventually { foreign.endpoint.configuration.umpProtocol == .midi2 })
          #expect(eventually { endpoint.midiProtocol == ._2_0 })
        }
      }
    }

    /// The reverse: an endpoint of this library describes itself to another program.
    @Test func anotherProgramIsAnswered() throws {
      try withServer { _ in
        let piano = try ownEndpoint("Piano", 7, ._2_0, Inbox(), [try functionBlock("Keys")])
        try piano.setEnabled(true)
        defer { try? piano.setEnabled(false) }
        let foreign = try ForeignEndpoint("foreign", UMPEndpoint(name: "", protocols: []))
        defer { foreign.close() }
        try foreign.connect(to: "Piano")
        #expect(
          eventually(doing: { foreign.send(UMPEndpointObserver.questions) }) {
            foreign.heard.functionBlocks.first?.name == "Keys" && foreign.heard.name == "Piano"
          })
        #expect(foreign.heard.productInstanceID == "serial 7")
        #expect(foreign.heard.identity?.family == 7)
        #expect(foreign.heard.configuration.umpProtocol == .midi2)
        let request = StreamConfiguration(umpProtocol: .midi1, jitterReduction: [])
        foreign.send([StreamMessage.streamConfigurationRequest(request).ump])
        #expect(eventually { foreign.heard.configuration.umpProtocol == .midi1 })
        #expect(piano.midiProtocol == ._1_0)
      }
    }

    @Test func changesAreReported() throws {
      try withServer { _ in
        let notifications = Mutex<[MIDIUMPEndpointManager.Notification]>([])
        let observation = MIDIUMPEndpointManager.shared.observe { notice in
          notifications.withLock { $0.append(notice) }
        }
        defer { observation.cancel() }
        try withClient("looker") { _ in
          let keys = try functionBlock("Keys")
          let piano = try ownEndpoint("Piano", 7, ._2_0, Inbox(), [keys])
          try piano.setEnabled(true)
          let endpoint = try found("Piano")
          #expect(
            eventually { notifications.withLock { $0.contains(.endpointWasAdded(endpoint)) } })
          #expect(eventually { endpoint.functionBlocks.count == 1 })
          let block = endpoint.functionBlocks[0]
          try keys.setName("Ivories")
          #expect(eventually { block.name == "Ivories" })
          #expect(
            eventually { notifications.withLock { $0.contains(.functionBlockWasUpdated(block)) } })
          try keys.setEnabled(false)
          #expect(eventually { !block.isEnabled })
          try piano.setName("Grand")
          #expect(eventually { endpoint.name == "Grand" })
          #expect(
            eventually { notifications.withLock { $0.contains(.endpointWasUpdated(endpoint)) } })
          try piano.setEnabled(false)
          #expect(
            eventually { notifications.withLock { $0.contains(.endpointWasRemoved(endpoint)) } })
          #expect(MIDIUMPEndpointManager.shared.umpEndpoints.isEmpty)
          #expect(piano.midiSource == 0)
        }
      }
    }

    @Test func notesGoBothWays() throws {
      try withServer { _ in
        let arrived = Inbox()
        let piano = try ownEndpoint("Piano", 7, ._2_0, arrived)
        try piano.setEnabled(true)
        defer { try? piano.setEnabled(false) }
        try withClient("player") { client in
          let port = try client.output("out")
          let inbox = Inbox()
          try connect(client.input("in", ._2_0, inbox), piano.midiSource)
          // MIDI 1.0 bytes reach a MIDI 2.0 endpoint translated.
          #expect(
            eventually(doing: { send(port, piano.midiDestination, [0x93, 60, 127]) }) {
              // Discovery by other programs may send inquiries in between.
              arrived.all.contains { $0.words == [0x4093_3C00, 0xFFFF_0000] }
            })
          #expect(
            eventually(
              doing: { emit(piano.midiSource, [0x4090_4000, 0x8000_0000], in: ._2_0) }
            ) {
              // The endpoint's description may arrive too.
              inbox.all.contains { $0.words == [0x4090_4000, 0x8000_0000] }
            })
        }
      }
    }

    @Test func whatCannotBeIsRefused() throws {
      let keys = try functionBlock("Keys")
      let endpoint = try ownEndpoint("Piano", 7, ._2_0, Inbox(), [keys])
      #expect(keys.umpEndpoint === endpoint && endpoint.mutableFunctionBlocks == [keys])
      #expect(
        MIDIUMPMutableFunctionBlock(
          name: "far", direction: .input, firstGroup: 15, totalGroupsSpanned: 2,
          maxSysEx8Streams: 0, midi1Info: .notMIDI1, uiHint: .unknown, isEnabled: true) == nil)
      #expect(throws: MIDIError.self) {
        try keys.reconfigure(
          firstGroup: 15, direction: .input, MIDI1Info: .notMIDI1, UIHint: .unknown)
      }
      #expect(throws: MIDIError.self) { try keys.setName(String(repeating: "x", count: 92)) }
      #expect(throws: MIDIError.self) { try endpoint.setName(String(repeating: "x", count: 99)) }
      try keys.setEnabled(false)
      #expect(throws: MIDIError.self) {
        try endpoint.registerFunctionBlocks([keys], markAsStatic: true)
      }
      try keys.setEnabled(true)
      try endpoint.registerFunctionBlocks([keys], markAsStatic: true)
      #expect(throws: MIDIError.self) { try keys.setEnabled(false) }
    }
  }
}
