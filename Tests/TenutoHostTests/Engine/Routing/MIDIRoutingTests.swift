import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

/// MIDI from node to node, through real processes.
struct MIDIRoutingTests {
  private func sound(isDirect: Bool) throws -> [UInt32] {
    var graph = Graph()
    let processor = graph.add(try .routing("aumi octv Test"))
    let player = graph.add(try Instance(built: "Sawtooth", "aumu saw1 Tnto"))
    graph.connectOutput(of: player)
    if !isDirect { graph.connectMIDI(processor, to: player) }
    let rig = try Rig(graph)
    var random = SeededRandom(seed: 5)
    var bits: [UInt32] = []
    for _ in 0..<200 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let number = UInt8.random(in: 30...80, using: &random)
        let frame = Int.random(in: 0..<64, using: &random)
        let isOn = Bool.random(using: &random)
        rig.send(
          note(isDirect ? number + 12 : number, isOn: isOn), at: frame,
          to: isDirect ? player : processor)
      }
      bits += rig.render().map(\.bitPattern)
    }
    #expect(rig.graph.readings().allSatisfy { $0.misses == 0 && $0.lostEvents == 0 })
    return bits
  }

  @Test func aProcessorBeforeAnInstrumentIsLikeTheNotesThemselves() throws {
    let direct = try sound(isDirect: true)
    #expect(direct.contains { $0 != 0 })
    #expect(try sound(isDirect: false) == direct)
  }

  @Test func listsAreMergedInTheOrderOfFramesTheEnginesFirst() throws {
    var graph = Graph()
    let first = graph.add(try .routing("aumi octv Test"))
    let second = graph.add(try .routing("aumi octv Test"))
    let probe = graph.add(try .routing("aumu prob Test"))
    graph.connectMIDI(first, to: probe)
    graph.connectMIDI(second, to: probe)
    graph.connectOutput(of: probe)
    let rig = try Rig(graph)
    let controllers = (0..<6).map {
      VoiceEvent.controlChange(channel: 0, controller: $0 + 1, value: 0)
    }
    // Out of order on purpose.
    rig.send(.midi(controllers[5].ump), at: 0, to: second)
    rig.send(.midi(controllers[2].ump), at: 0, to: second)
    rig.send(.midi(controllers[1].ump), at: 0, to: first)
    rig.send(.midi(controllers[0].ump), at: 0, to: probe)
    rig.render()
    #expect(
      rig.seen()
        == [controllers[0], controllers[1], controllers[5], controllers[2]].map { Seen($0.ump) })
    rig.send(.midi(controllers[3].ump), at: 20, to: probe)
    rig.send(.midi(controllers[4].ump), at: 10, to: probe)
    rig.send(.midi(controllers[5].ump), at: 15, to: second)
    rig.send(.midi(controllers[0].ump), at: 5, to: first)
    let types = rig.render()
    #expect(types.indices.filter { types[$0] != 0 } == [5, 10, 15, 20])
    #expect(
      rig.seen()
        == [controllers[0], controllers[4], controllers[5], controllers[3]].map { Seen($0.ump) })
  }

  @Test func aParameterOfTheKernelsReachesObservers() throws {
    let instance = try Instance.routing("aumi octv Test")
    let events = Locked<[InstanceEvent]>([])
    let observation = instance.observe { event in events.withLock { $0.append(event) } }
    defer { observation.cancel() }
    var graph = Graph()
    let node = graph.add(instance)
    graph.connectMIDIOutput(of: node)
    let rig = try Rig(graph)
    rig.send(note(60), at: 3, to: node)
    rig.render()
    #expect(unsafe rig.graph.renderer.pointee.outputEventCount == 1)
    let event = unsafe rig.graph.renderer.pointee.outputEvent(0)
    #expect(event.frameOffset == 3)
    #expect(event.payload == note(72))
    #expect(eventually { events.withLock { $0.contains(.parameter(ParameterValue(0, 72))) } })
  }

  @Test func aFloodIsBoundedAndTheRestPlaysOn() throws {
    var graph = Graph()
    let flood = graph.add(try .routing("aumi flod Test"))
    let probe = graph.add(try .routing("aumu prob Test"))
    graph.connectMIDI(flood, to: probe)
    graph.connectMIDIOutput(of: flood)
    graph.connectOutput(of: probe)
    let other = graph.add(try .faulty())
    graph.connectOutput(of: other)
    let rig = try Rig(graph)
    for _ in 0..<200 {
      rig.render()
      let count = unsafe rig.graph.renderer.pointee.outputEventCount
      #expect(count <= 4096)
      let frames = (0..<count).map { unsafe rig.graph.renderer.pointee.outputEvent($0).frameOffset }
      #expect(frames == frames.sorted())
    }
    #expect(rig.graph.readings()[2].misses == 0)
  }

  @Test func aBypassedProcessorPassesItsInputOn() throws {
    var graph = Graph()
    let node = graph.add(try .routing("aumi octv Test"))
    graph.connectMIDIOutput(of: node)
    let rig = try Rig(graph)
    func output() -> [TimedEvent] {
      (0..<(unsafe rig.graph.renderer.pointee.outputEventCount)).map {
        unsafe rig.graph.renderer.pointee.outputEvent($0)
      }
    }
    rig.send(note(60), at: 3, to: node)
    rig.render()
    #expect(output().map(\.payload) == [note(72)])
    rig.graph.setBypass(true, node: node)
    rig.send(note(60), at: 7, to: node)
    rig.render()
    // First the end of the processor's notes, which it would never receive.
    let events = output()
    #expect(events.count == 2)
    if case .midi(let packet) = events.first?.payload {
      #expect(packet.opcode == 8 && packet.data1 == 72)
    } else {
      Issue.record("no note off")
    }
    #expect(events.last == TimedEvent(frameOffset: 7, payload: note(60)))
  }

  @Test func aMIDIConnectionToANodeWithoutMIDIIsRefused() throws {
    var graph = Graph()
    let processor = graph.add(try .routing("aumi octv Test"))
    let effect = graph.add(try .routing("aufx late Test"))
    graph.connectMIDI(processor, to: effect)
    expectError(.graphInvalid, "the destination has no MIDI input") { try Rig(graph) }
  }
}

/// A component receives its preferred protocol.
struct ProtocolTests {
  private func seen(_ code: ComponentCode, _ packets: [UMP]) throws -> [Seen] {
    var graph = Graph()
    let node = graph.add(try .routing(code))
    graph.connectOutput(of: node)
    let rig = try Rig(graph)
    for packet in packets { rig.send(.midi(packet), to: node) }
    rig.render()
    return rig.seen()
  }

  private var sysEx: UMP { UMP(0x3516_7D01, 0x0203_0405) }

  @Test func midi2BecomesMIDI1() throws {
    let packets = [
      VoiceEvent.noteOn(channel: 3, note: 60, velocity: 1).ump(group: 9),
      VoiceEvent.registeredController(channel: 0, bank: 0, index: 6, value: 0).ump(group: 2), sysEx,
    ]
    let expected = packets.flatMap { MIDI2ToMIDI1Translator().translate($0).array }
    #expect(expected.count == 6)
    #expect(try seen("aumu old1 Test", packets) == expected.map(Seen.init))
  }

  @Test func midi1StaysMIDI1() throws {
    let packets = [UMP(0x2491_3C40), UMP(0x2491_3C00), sysEx]
    #expect(try seen("aumu old1 Test", packets) == packets.map(Seen.init))
  }

  @Test func midi1BecomesMIDI2GroupByGroup() throws {
    // Data entry of two groups alternately: each has its own selection.
    let packets: [UMP] = [
      UMP(0x20B0_6500), UMP(0x21B0_6500), UMP(0x20B0_6401), UMP(0x21B0_6402), UMP(0x20B0_0640),
      UMP(0x21B0_0620), UMP(0x20B0_2600), UMP(0x21B0_2600), UMP(0x2490_3C00), sysEx,
    ]
    var translators: [UInt8: MIDI1ToMIDI2Translator] = [:]
    var expected: [UMP] = []
    for packet in packets {
      expected +=
        translators[
          packet.group, default: MIDI1ToMIDI2Translator(group: packet.group)
        ].translate(packet).array
    }
    #expect(expected.count == 4)
    #expect(try seen("aumu prob Test", packets) == expected.map(Seen.init))
  }
}
