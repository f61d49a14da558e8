import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TestSupport
import Testing

/// The input of a new instance, and bypass and notes during the replay.
struct ReplayTests {
  /// Renders until `old` has left; returns the output until then.
  private func swap(
    _ rig: Rig, _ node: Graph.NodeID, with new: Instance
  ) throws -> [TimedEvent] {
    let left = Locked(0)
    try rig.graph.replace(node, with: new) { _ in left.withLock { $0 += 1 } }
    var events: [TimedEvent] = []
    #expect(
      eventually {
        rig.render()
        events += rig.outputEvents
        return left.withLock { $0 == 1 }
      })
    return events
  }

  private func octave() throws -> (Rig, Graph.NodeID) {
    var graph = Graph()
    let node = graph.add(try .routing("aumi octv Test"))
    graph.connectMIDIOutput(of: node)
    return (try Rig(graph), node)
  }

  private func packet(_ event: TimedEvent) -> UMP {
    if case .midi(let packet) = event.payload { packet } else { UMP(0) }
  }

  /// The state of one channel of one group: each message replaces an earlier one.
  private func state(channel: UInt8, group: UInt8) -> [(before: UMP?, last: UMP)] {
    let value = UInt32(group) << 24 | UInt32(channel) + 1
    func pair(_ event: (UInt32) -> VoiceEvent) -> (before: UMP?, last: UMP) {
      (event(value / 2).ump(group: group), event(value).ump(group: group))
    }
    return [
      pair { .controlChange(channel: channel, controller: 7, value: $0) },
      pair { .controlChange(channel: channel, controller: 74, value: $0) },
      pair { .pitchBend(channel: channel, value: $0) },
      pair { .channelPressure(channel: channel, value: $0) },
      pair { .registeredController(channel: channel, bank: 0, index: 0, value: $0) },
      (
        UMP(0x40C0_0000 | UInt32(group) << 24 | UInt32(channel) << 16, 0x0100_0000),
        UMP(0x40C0_0001 | UInt32(group) << 24 | UInt32(channel) << 16, 0x0500_0203)
      ),
    ]
  }

  @Test func controllersProgramBendAndNotesOfAllChannelsAreReplayed() throws {
    let (rig, node) = try octave()
    var held: [UMP] = []
    var current: [UMP] = []
    for (group, channel) in [(0, 0), (0, 9), (5, 0), (15, 15)] as [(UInt8, UInt8)] {
      for (before, last) in state(channel: channel, group: group) {
        if let before { rig.send(.midi(before), to: node) }
        rig.send(.midi(last), at: 1, to: node)
        current.append(last)
      }
      for number in [30, 60 + group] {
        let on = VoiceEvent.noteOn(channel: channel, note: number, velocity: 9).ump(group: group)
        rig.send(.midi(on), at: 2, to: node)
        if number != 30 { held.append(on) }
      }
      let off = VoiceEvent.noteOff(channel: channel, note: 30, velocity: 0).ump(group: group)
      rig.send(.midi(off), at: 3, to: node)
      rig.render()
    }
    let delivered = try swap(rig, node, with: try .routing("aumi octv Test")).map(packet)
    let ends = delivered.prefix { $0.opcode == 8 }
    #expect(Set(ends.map(key)) == Set(held.map { key(raised($0)) }))
    #expect(ends.count == held.count)
    let controllers = delivered.dropFirst(ends.count).prefix { $0.opcode != 9 }
    #expect(controllers.count == current.count)
    #expect(current.allSatisfy { controllers.contains($0) })
    let notes = delivered.dropFirst(ends.count + controllers.count)
    #expect(notes.count == held.count)
    #expect(held.allSatisfy { notes.contains(raised($0)) })
    #expect(rig.graph.readings()[0].lostEvents == 0)
  }

  /// Group, channel and note.
  private func key(_ packet: UMP) -> [UInt8] { [packet.group, packet.channel, packet.data1] }

  private func raised(_ packet: UMP) -> UMP {
    var packet = packet
    packet.word0 += 0x0C00
    return packet
  }

  /// Reset All Controllers leaves volume, pan and similar controllers alone (MIDI recommended
  /// practice 015).
  @Test func controllersThatSurviveAResetAreReplayed() throws {
    let (rig, node) = try octave()
    func controller(_ number: UInt8, _ value: UInt32) -> UMP {
      VoiceEvent.controlChange(channel: 2, controller: number, value: value).ump
    }
    let kept = ([7, 10, 74, 91] as [UInt8]).map { controller($0, 5 << 24) }
    let volatile = ([1, 11, 64] as [UInt8]).map { controller($0, 6 << 24) }
    let range = VoiceEvent.registeredController(channel: 2, bank: 0, index: 0, value: 77).ump
    let bend = VoiceEvent.pitchBend(channel: 2, value: 9).ump
    let all = kept + volatile + [range, bend, controller(121, 0), controller(64, 1)]
    for (frame, packet) in all.enumerated() { rig.send(.midi(packet), at: frame, to: node) }
    rig.render()
    let delivered = try swap(rig, node, with: try .routing("aumi octv Test")).map(packet)
    let expected = kept + [range, controller(64, 1)]
    #expect(delivered.count == expected.count)
    #expect(expected.allSatisfy { delivered.contains($0) })
  }

  // MARK: - Bypass

  @Test func aSwapUnderBypassIsInaudible() throws {
    let graph = Graph(chain: [try .routing("aumu levl Test"), try .routing("aufx late Test")])
    let rig = try Rig(graph)
    rig.graph.setBypass(true, node: graph.nodeIDs[1])
    rig.send(.ramp(address: 0, value: 1, frameCount: 1_000_000), to: graph.nodeIDs[0])
    var samples: [Float] = []
    for _ in 0..<4 { samples += rig.render() }
    let done = Locked(false)
    try rig.graph.replace(graph.nodeIDs[1], with: try .routing("aufx late Test")) { _ in
      done.withLock { $0 = true }
    }
    #expect(
      eventually {
        samples += rig.render()
        return done.withLock { $0 }
      })
    for _ in 0..<4 { samples += rig.render() }
    var level: Float = 0
    var levels = [Float](repeating: 0, count: 37)
    for _ in samples {
      level += 1 / Float(1_000_000)
      levels.append(level)
    }
    #expect(samples[64...].elementsEqual(levels[64..<samples.count]))
    rig.graph.setBypass(false, node: graph.nodeIDs[1])
    for _ in 0..<3 { samples = rig.render() }
    #expect(abs(samples[0] - levels[levels.count - 1] / 2) < 0.01)
  }

  @Test func notesThatABypassedProcessorHasPassedOnGoOn() throws {
    let (rig, node) = try octave()
    rig.graph.setBypass(true, node: node)
    rig.send(note(60), to: node)
    rig.render()
    #expect(rig.outputEvents.map(\.payload) == [note(60)])
    #expect(try swap(rig, node, with: try .routing("aumi octv Test")).isEmpty)
    rig.graph.instances[0].process.terminate()
    for _ in 0..<3 {
      rig.render()
      #expect(rig.outputEvents.isEmpty)
    }
    rig.send(note(60, isOn: false), to: node)
    rig.render()
    #expect(rig.outputEvents.map(\.payload) == [note(60, isOn: false)])
  }

  @Test func theNotesOfAProcessorThatDiesEndOnce() throws {
    let (rig, node) = try octave()
    rig.send(note(60), to: node)
    rig.render()
    rig.graph.instances[0].process.terminate()
    var events: [TimedEvent] = []
    for _ in 0..<4 {
      rig.render()
      events += rig.outputEvents
    }
    #expect(events.count == 1)
    #expect(events.first.map { packet($0).opcode == 8 && packet($0).data1 == 72 } == true)
  }
}
