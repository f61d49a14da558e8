import Synchronization
import TenutoJACK
import TenutoMIDI
import Testing

extension MIDIClientTests {
  @Suite struct PortTests {
    @Test func `notes arrive in order, in MIDI 1.0 protocol`() throws {
      let notes = (0..<300).map(note)
      let isWhole = try Cable.carries { cable in
        let (sent, received) = (
          cable.sender.counters(of: cable.output).passed,
          cable.receiver.counters(of: cable.input).passed
        )
        let taken = cable.sender.send(
          notes.map { HostTimedUMP(hostTime: 0, ump: $0) }, from: cable.output)
        #expect(taken == 300)
        return cable.waits { cable.collector.count >= 300 } && cable.collector.packets == notes
          && cable.sender.counters(of: cable.output).passed == sent + 300
          && cable.receiver.counters(of: cable.input).passed == received + 300
      }
      #expect(isWhole)
    }

    @Test func `MIDI 2.0 packets leave a port of bytes as MIDI 1.0`() throws {
      let on = UMP(
        messageType: 0x4, group: 5, status: 0x93, data1: 60, data2: 0, word1: 0xC000 << 16)
      let parameter = UMP(
        messageType: 0x4, group: 0, status: 0x20, data1: 0, data2: 0, word1: 0x0400_0000)
      let sysEx8 = UMP(messageType: 0x5, group: 0, status: 0x01, data1: 0, data2: 0)
      let isTranslated = try Cable.carries { cable in
        cable.send(all: [on, parameter, sysEx8].map { HostTimedUMP(hostTime: 0, ump: $0) })
        let isCounted = eventually { cable.sender.counters(of: cable.output).untranslatable == 1 }
        #expect(isCounted)
        return cable.waits { cable.collector.count >= 5 }
          && cable.collector.packets.map { MIDI1Bytes($0).array }
            == [[0x93, 60, 96], [0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 2], [0xB0, 38, 0]]
      }
      #expect(isTranslated)
    }

    @Test func `ports of packets carry them unchanged, where the server keeps the flag`() throws {
      let packets = [
        UMP(0x2090_3C40), UMP(0x4090_3C00, 0xFFFF_0000), UMP(0xB000_0001, 2, 3),
        UMP(0x5001_0000, 1, 2, 3), UMP(0xD010_0000, 4, 5, 6), UMP(0xF000_0101, 1, 0, 0),
      ]
      let message = sysExMessage(20_000)
      let isWhole = try Cable.carries(isUMP: true) { cable in
        #expect(cable.output.isUMP == cable.input.isUMP)
        #expect(PipeWire.wanted != nil || cable.output.isUMP)
        guard cable.output.isUMP else { return true }
        cable.send(all: packets.map { HostTimedUMP(hostTime: 0, ump: $0) })
        guard cable.waits(for: { cable.collector.count >= packets.count }),
          cable.collector.packets == packets
        else { return false }
        try cable.sender.sendSysEx(message, from: cable.output, group: 7)
        return cable.waits { cable.collector.sysExBytes.last == 0xF7 }
          && cable.collector.sysExBytes == message && cable.collector.packets.last?.group == 7
      }
      #expect(isWhole)
    }

    @Test func `events leave and arrive at their frames, in both directions`() throws {
      let cable = try Cable()
      defer { cable.close() }
      let back = Collector()
      // A separate client: JACK delays a feedback loop by a cycle.
      let third = try MIDIPortClient(name: "third", serverName: cable.server.name)
      defer { third.close() }
      let answer = try third.addOutput(named: "answer")
      _ = try cable.sender.addInput(named: "back", receiver: back.receiver)
      try cable.sender.connect(source: "third:answer", destination: "sender:back")
      // A stalled cycle has different times for sender and receiver; a wrong frame would be wrong
      // in every attempt.
      let isExact = (0..<10).contains { _ in
        let start = hostTime() + 120_000_000
        // 1.7 ms apart: at a different frame of its cycle each time.
        let events = (0..<24).map {
          HostTimedUMP(hostTime: start + UInt64($0) * 1_700_000, ump: note($0))
        }
        cable.startAttempt()
        back.removeAll()
        cable.sender.send(events.reversed(), from: cable.output)
        third.send(events, from: answer)
        return cable.waits { cable.collector.count >= 24 && back.count >= 24 }
          && isAtFrames(cable.collector.events, events) && isAtFrames(back.events, events)
      }
      #expect(isExact)
    }

    /// Whether all arrived in order, none more than half a frame plus two clock readings from its
    /// time.
    private func isAtFrames(_ arrived: [HostTimedUMP], _ sent: [HostTimedUMP]) -> Bool {
      let halfFrame = 1_000_000_000 / 48000 / 2 + 5_000
      return arrived.map(\.ump) == sent.map(\.ump)
        && zip(arrived, sent).allSatisfy { pair in
          abs(Int(pair.0.hostTime) - Int(pair.1.hostTime)) <= halfFrame
        }
    }

    @Test func `a flood is received or counted, nothing else`() throws {
      let notes = (0..<100_000).map { HostTimedUMP(hostTime: 0, ump: note($0)) }
      var traits = MIDIPortTraits()
      traits.eventCapacity = 8192
      // More than a port's buffer holds in a cycle.
      let isWhole = try Cable.carries(outputTraits: traits) { cable in
        let taken = cable.sender.send(notes, from: cable.output)
        #expect(taken >= 8192 && taken < 100_000)
        let hasArrived = cable.waits { cable.collector.count >= taken }
        let counters = cable.sender.counters(of: cable.output)
        #expect(counters.refused == UInt64(100_000 - taken))
        #expect(counters.delayed > 0 && counters.lost == 0)
        #expect(cable.receiver.counters(of: cable.input).lost == 0)
        return hasArrived && cable.collector.packets == notes[..<taken].map(\.ump)
      }
      #expect(isWhole)
    }

    @Test func `a slow receiver fills its own ring, which is counted`() throws {
      var traits = MIDIPortTraits()
      traits.byteCapacity = 1 << 12
      let isCounted = try Cable.carries(inputTraits: traits) { cable in
        let gate = Mutex(())
        let slow = Collector()
        let input = try cable.receiver.addInput(named: "slow", traits: traits) { arrival in
          gate.withLock { _ in slow.receiver(arrival) }
        }
        try cable.sender.connect(source: "sender:out", destination: "receiver:slow")
        let haveArrived = gate.withLock { _ in
          (0..<40).allSatisfy { part in
            cable.send(all: (0..<50).map { HostTimedUMP(hostTime: 0, ump: note(50 * part + $0)) })
            return cable.waits { cable.collector.count >= 50 * (part + 1) }
          }
        }
        #expect(cable.receiver.counters(of: cable.input).lost == 0)
        return haveArrived
          && cable.waits {
            let counters = cable.receiver.counters(of: input)
            return counters.lost > 0 && counters.lost + UInt64(slow.count) == 2000
          }
      }
      #expect(isCounted)
    }

    @Test func `flush drops what waits for its time`() throws {
      let later = hostTime() + 3_600_000_000_000
      let isFlushed = try Cable.carries { cable in
        cable.send(all: (0..<4096).map { HostTimedUMP(hostTime: later, ump: note($0)) })
        #expect(
          cable.sender.send([HostTimedUMP(hostTime: 0, ump: note(0))], from: cable.output) == 0)
        cable.sender.flush(cable.output)
        cable.send(all: [HostTimedUMP(hostTime: 0, ump: note(77))])
        return cable.waits { cable.collector.count >= 1 } && cable.collector.packets == [note(77)]
      }
      #expect(isFlushed)
    }

    @Test func `ports come and go while others play`() throws {
      let isWhole = try Cable.carries { cable in
        let sent = try playWhilePortsComeAndGo(cable)
        #expect(sent == 1200)
        return cable.waits { cable.collector.count >= sent }
          && cable.collector.packets == (0..<sent).map(note)
      }
      #expect(isWhole)
    }

    /// Returns the number of notes from a permanent port.
    private func playWhilePortsComeAndGo(_ cable: Cable) throws -> Int {
      var sent = 0
      for round in 0..<12 {
        let other = Collector()
        let output = try cable.sender.addOutput(named: "more \(round)")
        let input = try cable.receiver.addInput(named: "more \(round)", receiver: other.receiver)
        try cable.sender.connect(
          source: "sender:more \(round)", destination: "receiver:more \(round)")
        // PipeWire loses events while it connects.
        #expect(
          eventually {
            cable.sender.send([HostTimedUMP(hostTime: 0, ump: note(round))], from: output)
            return other.count > 0
          })
        let notes = (0..<100).map { HostTimedUMP(hostTime: 0, ump: note(sent + $0)) }
        sent += cable.sender.send(notes, from: cable.output)
        if round.isMultiple(of: 2) {
          cable.sender.remove(output)
          cable.receiver.remove(input)
        } else {
          cable.receiver.remove(input)
          cable.sender.remove(output)
        }
        #expect(cable.sender.fullName(of: output) == nil)
        #expect(cable.sender.send([HostTimedUMP(hostTime: 0, ump: note(0))], from: output) == 0)
      }
      return sent
    }

    // PipeWire treats names differently: it accepts duplicates.
    @Test(.enabled(if: PipeWire.wanted == nil))
    func `a renamed port goes on playing`() throws {
      let cable = try Cable()
      defer { cable.close() }
      try cable.sender.rename(cable.output, to: "other")
      #expect(cable.sender.fullName(of: cable.output) == "sender:other")
      cable.send(all: [HostTimedUMP(hostTime: 0, ump: note(5))])
      #expect(eventually { cable.collector.packets == [note(5)] })
      #expect(throws: JACKError.self) { try cable.sender.rename(cable.output, to: "a:b") }
      #expect(throws: JACKError.self) { try cable.sender.addOutput(named: "other") }
    }
  }
}
