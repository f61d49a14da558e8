import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages
import Testing

extension MIDIClientTests {
  /// Managers with MIDI 2.0, and their translation for MIDI 1.0.
  ///
  /// PipeWire 0.3.65 does not keep the flag of packet ports.
  @Suite(.enabled(if: PipeWire.wanted == nil)) struct UMPTests {
    /// Messages without a MIDI 1.0 equivalent, or with fewer bits there.
    static let events: [MIDIEvent] = [
      .noteOn(
        60, velocity: .midi2(0xABCD), attribute: .pitch7_9(0x7801), channel: 3, group: 5),
      .noteCC(
        note: 60, controller: .registered(.modWheel), value: .midi2(0x1234_5678), channel: 3,
        group: 5),
      .notePitchBend(note: 60, value: .midi2(0x8765_4321), channel: 3, group: 5),
      .notePressure(note: 60, amount: .midi2(0xCAFE_F00D), channel: 3, group: 5),
      .cc(.volume, value: .midi2(0xDEAD_BEEF), channel: 15),
      .noteOff(60, velocity: .midi2(0x0123), channel: 3, group: 5),
    ]

    /// The same with the exact words: `==` of values compares less.
    private func words(_ events: [MIDIEvent]) -> [[UInt32]] {
      events.flatMap { $0.midi2RawUMPWords(protocol: .midi2_0) }
    }

    @Test func anOutputOfPacketsReachesAnotherManagerUnharmed() throws {
      let pair = try ManagerPair()
      defer { pair.close() }
      let events = Events()
      let raw = Lines()
      try pair.one.addOutput(name: "Out", tag: "out", uniqueID: .adHoc, protocol: .midi2_0)
      try pair.two.addInputConnection(
        to: .outputs(matching: [.name("Out")]), tag: "in",
        receiver: .group([events.receiver(), .rawData { raw.add("\($0.isUniversal)") }]))
      let output = try #require(pair.one.managedOutputs["out"])
      #expect(output.midiProtocol == .midi2_0)
      #expect(eventually { pair.two.managedInputConnections["in"]?.endpoints.count == 1 })
      #expect(pair.two.endpoints.outputs.map(\.isUMP) == [true])
      try output.send(events: Self.events)
      #expect(eventually { events.all.count == Self.events.count })
      #expect(words(events.all) == words(Self.events))
      #expect(Set(raw.all) == ["true"])
    }

    @Test func anInputOfPacketsGetsAllAndOneOfBytesTheMIDI1Part() throws {
      let pair = try ManagerPair(preferredProtocol: .midi2_0)
      defer { pair.close() }
      let packets = Events()
      let bytes = Collector()
      try pair.two.addInput(
        name: "Packets", tag: "in", uniqueID: .adHoc, receiver: packets.receiver())
      #expect(pair.two.managedInputs["in"]?.midiProtocol == .midi2_0)
      _ = try pair.device.addInput(named: "bytes", receiver: bytes.receiver)
      try pair.one.addOutputConnection(to: .allInputs, tag: "out")
      let connection = try #require(pair.one.managedOutputConnections["out"])
      #expect(eventually { connection.endpoints.count == 2 })
      try connection.send(events: Self.events)
      #expect(eventually { packets.all.count == Self.events.count && bytes.count == 4 })
      #expect(words(packets.all) == words(Self.events))
      let heard = [
        UMP(0x2093_3C55), UMP(0x20A3_3C65), UMP(0x20BF_076F), UMP(0x2083_3C00),
      ]
      #expect(bytes.packets == heard)
    }

    @Test func aThruTranslatesBetweenPacketsAndBytes() throws {
      let pair = try ManagerPair()
      defer { pair.close() }
      let bytes = Collector()
      let packets = Collector()
      let keys = try pair.device.addOutput(named: "keys", isUMP: true)
      let organ = try pair.device.addOutput(named: "organ")
      _ = try pair.device.addInput(named: "bytes", receiver: bytes.receiver)
      _ = try pair.device.addInput(named: "packets", isUMP: true, receiver: packets.receiver)
      #expect(
        eventually {
          pair.one.endpoints.inputs.count == 2 && pair.one.endpoints.outputs.count == 2
        })
      try pair.one.addThruConnection(
        outputs: pair.one.endpoints.outputs, inputs: pair.one.endpoints.inputs, tag: "thru")
      let bright = UMP(0x4090_3C00, 0xC000_0000)
      pair.device.send([HostTimedUMP(hostTime: 0, ump: bright)], from: keys)
      #expect(eventually { bytes.packets == [UMP(0x2090_3C60)] && packets.packets == [bright] })
      let soft = UMP(0x2091_3E01)
      pair.device.send([HostTimedUMP(hostTime: 0, ump: soft)], from: organ)
      #expect(eventually { bytes.packets.last == soft && packets.packets.last == soft })
    }

    @Test func aDeviceThatReturnsWithPacketsGetsPackets() throws {
      let pair = try ManagerPair()
      defer { pair.close() }
      let events = Events()
      try pair.one.addInputConnection(
        to: .outputs(matching: [.name("keys")]), tag: "in", receiver: events.receiver())
      try pair.one.addOutputConnection(to: .inputs(matching: [.name("lamps")]), tag: "out")
      let input = try #require(pair.one.managedInputConnections["in"])
      let output = try #require(pair.one.managedOutputConnections["out"])
      let note = MIDIEvent.noteOn(9, velocity: .midi2(0x8123), channel: 0)
      let words = [UMP(0x2090_0940), UMP(0x4090_0900, 0x8123_0000)]
      for (isUMP, expected) in zip([false, true], words) {
        let lamps = Collector()
        let keys = try pair.device.addOutput(named: "keys", isUMP: isUMP)
        let port = try pair.device.addInput(
          named: "lamps", isUMP: isUMP, receiver: lamps.receiver)
        #expect(eventually { input.endpoints.count == 1 && output.endpoints.count == 1 })
        try output.send(event: note)
        #expect(eventually { lamps.packets.last == expected }, "\(lamps.packets)")
        pair.device.send([HostTimedUMP(hostTime: 0, ump: expected)], from: keys)
        #expect(eventually { events.all.last == MIDIEvent(expected) }, "\(events.all)")
        pair.device.remove(keys)
        pair.device.remove(port)
        #expect(eventually { input.endpoints.isEmpty && output.endpoints.isEmpty })
      }
    }

    @Test func notesAreEndedInTheProtocolInWhichTheyBegan() throws {
      let pair = try ManagerPair()
      defer { pair.close() }
      let packets = Collector()
      _ = try pair.device.addInput(named: "synth", isUMP: true, receiver: packets.receiver)
      try pair.one.addOutputConnection(to: .allInputs, tag: "out")
      #expect(eventually { pair.one.managedOutputConnections["out"]?.endpoints.count == 1 })
      try pair.one.managedOutputConnections["out"]?.send(
        event: .noteOn(60, velocity: .midi2(0x1111), channel: 2, group: 7))
      #expect(eventually { packets.count == 1 })
      pair.one.remove(.outputConnection, .all)
      let expected = [UMP(0x4792_3C00, 0x1111_0000), UMP(0x4782_3C00, 0x8000_0000)]
      // A no-operation marks the end of a cycle for the manager.
      #expect(
        eventually { packets.packets.filter { $0 != UMP(0) } == expected }, "\(packets.packets)")
    }
  }

  /// A server with two managers, and a client that plays other programs' devices.
  final class ManagerPair {
    let server: JACKServer
    let one: MIDIManager
    let two: MIDIManager
    let device: MIDIPortClient
    private let idFile = TestFiles.path()

    init(preferredProtocol: MIDIProtocolVersion = .midi1_0) throws {
      let server = try JACKServer(frameCount: 1024, isSynchronous: true)
      let idFile = idFile
      func manager(_ name: String) -> MIDIManager {
        MIDIManager(
          clientName: name, model: "Model", manufacturer: "Maker", serverName: server.name,
          idFile: idFile, preferredProtocol: preferredProtocol)
      }
      (one, two) = (manager("one"), manager("two"))
      device = try MIDIPortClient(name: "device", serverName: server.name)
      self.server = server
      try one.start()
      try two.start()
    }

    func close() {
      one.stop()
      two.stop()
      device.close()
      server.stop()
      TestFiles.remove(idFile)
    }
  }
}

extension AnyMIDIPacket {
  fileprivate var isUniversal: Bool {
    if case .universalPacket = self { true } else { false }
  }
}
