import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages
import Testing

extension MIDIClientTests {
  /// A manager's endpoints and connections, on a private server.
  @Suite struct ManagerTests {
    @Test func aVirtualInputReceivesAndAVirtualOutputSends() throws {
      let stage = try Stage()
      defer { stage.close() }
      let events = Events()
      let heard = Collector()
      try stage.manager.addInput(
        name: "In", tag: "in", uniqueID: .adHoc, receiver: events.receiver())
      try stage.manager.addOutput(name: "Out", tag: "out", uniqueID: .adHoc)
      let keys = try stage.device.addOutput(named: "keys")
      _ = try stage.device.addInput(named: "ears", receiver: heard.receiver)
      try stage.device.connect(source: "device:keys", destination: "app:In")
      try stage.device.connect(source: "app:Out", destination: "device:ears")

      stage.play(0x2091_3C64, from: keys)
      #expect(
        eventually {
          events.all == [.noteOn(60, velocity: .midi1(100), channel: 1)]
        }, "\(events.all)")
      #expect(events.moments.allSatisfy { $0.source == nil && $0.time > 0 })

      let output = try #require(stage.manager.managedOutputs["out"])
      let sysEx = try MIDIEvent.sysEx7(
        manufacturer: .educational(), data: (0..<5000).map { UInt8($0 % 128) })
      try output.send(events: [
        .noteOn(61, velocity: .unitInterval(1), channel: 0), sysEx,
        .noteOff(61, velocity: .midi1(0), channel: 0),
      ])
      let expected =
        [UMP(0x2090_3D7F)] + sysEx.umps(protocol: .midi1_0) + [UMP(0x2080_3D00)]
      #expect(eventually { heard.count == expected.count })
      #expect(heard.packets == expected)
    }

    @Test func endpointsHaveNamesAndNumbersThatStay() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      try manager.addInput(
        name: "My: In", tag: "a", uniqueID: .unmanaged(4711), receiver: .events { _, _, _ in })
      try manager.addInput(
        name: "My: In", tag: "b", uniqueID: .unmanaged(4711), receiver: .events { _, _, _ in })
      try manager.addOutput(name: "Out", tag: "out", uniqueID: .unmanaged(-5))
      let first = try #require(manager.managedInputs["a"])
      let second = try #require(manager.managedInputs["b"])
      #expect(first.uniqueID == 4711)
      #expect(second.uniqueID != 4711 && second.uniqueID != nil)
      #expect(
        eventually {
          manager.endpoints.inputs.count == 2 && manager.endpoints.outputs.count == 1
        })
      let output = try #require(manager.endpoints.outputs.first)
      #expect(output.uniqueID == -5 && output.name == "Out" && output.portName == "app:Out")
      #expect(eventually { first.endpoint?.displayName == "My: In" })
      #expect(manager.endpoints.outputsUnowned.isEmpty && manager.endpoints.inputsUnowned.isEmpty)
      #expect(manager.devices.devices.map(\.name) == ["app"])
      #expect(manager.devices.devices.first?.entities.first?.inputs.count == 2)
      #expect(eventually { manager.endpoints.outputs.first?.manufacturer == "Maker" })
    }

    @Test func connectionsFindOutputsByNameByNumberAndAll() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let one = try stage.device.addOutput(named: "one", traits: .called("First"))
      let two = try stage.device.addOutput(named: "two", traits: .called("Second"))
      #expect(eventually { manager.endpoints.outputs.count == 2 })
      let second = try #require(manager.endpoints.outputs.first { $0.name == "two" })
      let byName = Events()
      let byID = Events()
      let all = Events()
      let none = Events()
      try manager.addInputConnection(
        to: .outputs(matching: [.name("one")]), tag: "name", receiver: byName.receiver())
      try manager.addInputConnection(
        to: .outputs([second]), tag: "id", filter: .owned(), receiver: byID.receiver())
      try manager.addInputConnection(to: .allOutputs, tag: "all", receiver: all.receiver())
      try manager.addInputConnection(to: .none, tag: "none", receiver: none.receiver())
      stage.play(0x2090_0101, from: one)
      stage.play(0x2090_0202, from: two)
      #expect(eventually { all.all.count == 2 && byName.all.count == 1 && byID.all.count == 1 })
      #expect(byName.moments.map(\.source) == ["one"])
      #expect(byID.moments.map(\.source) == ["two"])
      #expect(Set(all.moments.map(\.source)) == ["one", "two"])
      #expect(none.all.isEmpty)

      // Additions and removals while it runs.
      let connection = try #require(manager.managedInputConnections["none"])
      connection.add(outputs: [.displayName(second.displayName)])
      #expect(connection.endpoints == [second])
      stage.play(0x2090_0303, from: two)
      #expect(eventually { none.all.count == 1 })
      connection.remove(outputs: [second])
      #expect(connection.endpoints.isEmpty && connection.outputsCriteria.isEmpty)
      let everything = try #require(manager.managedInputConnections["all"])
      everything.filter = MIDIEndpointFilter(criteria: [.name("one")])
      #expect(everything.endpoints == [second])
      // Ports that serve a connection are not listed as endpoints.
      #expect(manager.endpoints.inputs.isEmpty)
    }

    @Test func aConnectionIsRestoredWhenItsDeviceReturns() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let events = Events()
      try manager.addInputConnection(
        to: .outputs(matching: [.name("keys")]), tag: "in", receiver: events.receiver())
      try manager.addOutputConnection(to: .inputs(matching: [.name("lamps")]), tag: "out")
      let input = try #require(manager.managedInputConnections["in"])
      let output = try #require(manager.managedOutputConnections["out"])
      #expect(input.endpoints.isEmpty && output.endpoints.isEmpty)
      var ids: Set<MIDIIdentifier> = []
      for round in UInt32(1)...3 {
        let lamps = Collector()
        let keys = try stage.device.addOutput(named: "keys")
        let port = try stage.device.addInput(named: "lamps", receiver: lamps.receiver)
        #expect(eventually { input.endpoints.count == 1 && output.endpoints.count == 1 })
        ids.formUnion(input.endpoints.map(\.uniqueID) + output.endpoints.map(\.uniqueID))
        stage.play(0x2090_0000 | round << 8 | 1, from: keys)
        #expect(eventually { events.all.count == Int(round) }, "\(events.all)")
        try output.send(event: .noteOn(7, velocity: .midi1(1), channel: 0))
        // From the second round on, the note off that could not be sent before comes first.
        let expected = (round == 1 ? [] : [UMP(0x2080_0740)]) + [UMP(0x2090_0701)]
        #expect(eventually { lamps.count == expected.count })
        #expect(lamps.packets == expected)
        stage.device.remove(keys)
        stage.device.remove(port)
        #expect(eventually { input.endpoints.isEmpty && output.endpoints.isEmpty })
      }
      #expect(ids.count == 2)
    }

    @Test func everyNoteThatWentOutIsEnded() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let first = Collector()
      let second = Collector()
      _ = try stage.device.addInput(named: "first", receiver: first.receiver)
      _ = try stage.device.addInput(named: "second", receiver: second.receiver)
      #expect(eventually { manager.endpoints.inputs.count == 2 })
      try manager.addOutputConnection(to: .allInputs, tag: "all")
      let connection = try #require(manager.managedOutputConnections["all"])
      stage.settle({ [first.packets, second.packets] }) { try? connection.send(event: .other($0)) }
      for collector in [first, second] { collector.removeAll() }
      let notes: [MIDIEvent] = [
        .cc(.sustainPedal, value: .midi1(127), channel: 0),
        .noteOn(60, velocity: .midi1(1), channel: 0),
        .noteOn(62, velocity: .midi2(0xFFFF), channel: 9),
        .noteOn(64, velocity: .midi1(1), channel: 0),
        .noteOff(64, velocity: .midi1(1), channel: 0),
      ]
      let releases = [UMP(0x2080_3C40), UMP(0x20B0_4000), UMP(0x2089_3E40)]
      try connection.send(events: notes)
      #expect(eventually { first.count == 5 && second.count == 5 })
      // Only disconnections are reported.
      connection.filter = MIDIEndpointFilter(criteria: [.name("first")])
      #expect(eventually { first.count == 8 })
      #expect(Array(first.packets.dropFirst(5)) == releases)
      #expect(second.count == 5)
      // A scheduled note that never sounds.
      try connection.send(
        event: .noteOn(1, velocity: .midi1(1), channel: 0), at: hostTime() + 3_600_000_000_000)
      manager.remove(.outputConnection, .withTag("all"))
      let late = [UMP(0x2080_0140)] + releases
      #expect(eventually { second.count == 9 }, "\(second.packets)")
      #expect(Array(second.packets.dropFirst(5)) == late)
      // The same for a virtual output, and when all is stopped.
      try manager.addOutput(name: "Out", tag: "out", uniqueID: .adHoc)
      try stage.device.connect(source: "app:Out", destination: "device:second")
      let output = try #require(manager.managedOutputs["out"])
      second.removeAll()
      stage.settle({ [second.packets] }) { try? output.send(event: .other($0)) }
      second.removeAll()
      try output.send(events: notes)
      #expect(eventually { second.count == 5 })
      manager.stop()
      #expect(eventually { second.count == 8 })
      #expect(Array(second.packets.dropFirst(5)) == releases)
    }

    @Test func eventsLeaveAtTheirTimes() throws {
      let stage = try Stage()
      defer { stage.close() }
      let heard = Collector()
      _ = try stage.device.addInput(named: "ears", receiver: heard.receiver)
      #expect(eventually { stage.manager.endpoints.inputs.count == 1 })
      try stage.manager.addOutputConnection(to: .allInputs, tag: "all")
      let connection = try #require(stage.manager.managedOutputConnections["all"])
      // A stalled cycle has different times for sender and receiver; a wrong frame would be wrong
      // in every attempt.
      let isExact = try (0..<10).contains { attempt in
        let start = hostTime() + 120_000_000
        let times = (0..<5).map { start + $0 * 10_000_000 }
        for (number, time) in times.enumerated() {
          try connection.send(
            event: .noteOn(UInt7(number), velocity: .midi1(1), channel: 0), at: time)
        }
        #expect(eventually { heard.count == 5 * (attempt + 1) })
        let halfFrame = 1_000_000_000 / 48000 / 2 + 5_000
        return zip(heard.events.suffix(5), times).allSatisfy { event, time in
          abs(Int(event.hostTime) - Int(time)) <= halfFrame
        }
      }
      #expect(isExact)
    }
  }
}
