import Synchronization
import TenutoJACK
import TenutoMIDI
import Testing

extension MIDIClientTests {
  @Suite struct SysExTests {
    @Test func `1 MiB at two ports at once, clocks between`() throws {
      let message = sysExMessage(1 << 20)
      let isWhole = try Cable.carries { try carriesTwice(message, $0) }
      #expect(isWhole)
    }

    private func carriesTwice(_ message: [UInt8], _ cable: Cable) throws -> Bool {
      let other = Collector()
      let output = try cable.sender.addOutput(named: "two")
      let input = try cable.receiver.addInput(named: "two", receiver: other.receiver)
      try cable.sender.connect(source: "sender:two", destination: "receiver:two")
      let isOpen = eventually {
        cable.sender.send([HostTimedUMP(hostTime: 0, ump: note(9))], from: output)
        return other.count > 0
      }
      #expect(isOpen)
      let outcomes = Mutex<[MIDISysExOutcome]>([])
      let transfer = try cable.sender.sendSysEx(message, from: cable.output) { outcome in
        outcomes.withLock { $0.append(outcome) }
      }
      let clock = UMP(0x10F8_0000)
      for _ in 0..<20 { cable.send(all: [HostTimedUMP(hostTime: 0, ump: clock)]) }
      try cable.sender.sendSysEx(message, from: output)
      cable.send(all: [HostTimedUMP(hostTime: 0, ump: note(1))])
      #expect(eventually { outcomes.withLock { $0 } == [.sent] })
      #expect(transfer.bytesSent == 1 << 20 && transfer.outcome == .sent)
      let hasArrived = cable.waits {
        cable.collector.packets.last == note(1)
          && other.packets.last.map { $0.messageType == 3 && $0.opcode == 3 } ?? false
      }
      #expect(cable.receiver.counters(of: input).lost == 0)
      let packets = cable.collector.packets
      // The note waited for the end, the clocks did not.
      return hasArrived && cable.collector.sysExBytes == message && other.sysExBytes == message
        && packets.count { $0 == clock } == 20
        && packets.firstIndex(of: note(1)) == packets.count - 1
        && packets.firstIndex(of: clock) ?? 0 < packets.count / 2
    }

    @Test func `a message in packets is joined, and stays in its order among notes`() throws {
      let message = sysExMessage(100_000)
      var parser = MIDI1Parser()
      let packets = [note(1)] + message.compactMap { parser.parse($0) } + [note(2)]
      let isJoined = try Cable.carries { cable in
        cable.send(all: packets.map { HostTimedUMP(hostTime: 0, ump: $0) })
        let hasArrived = cable.waits { cable.collector.packets.last == note(2) }
        #expect(cable.sender.counters(of: cable.output).lost == 0)
        return hasArrived && cable.collector.packets == packets
      }
      #expect(isJoined)
    }

    @Test func `packets without a start are lost and counted`() throws {
      let end = UMP(0x3031_0100, 0)
      let isCounted = try Cable.carries { cable in
        cable.send(all: [
          HostTimedUMP(hostTime: 0, ump: end), HostTimedUMP(hostTime: 0, ump: note(3)),
        ])
        let isLost = eventually { cable.sender.counters(of: cable.output).lost == 1 }
        #expect(isLost)
        return cable.waits { cable.collector.count >= 1 } && cable.collector.packets == [note(3)]
      }
      #expect(isCounted)
    }

    @Test func `a cancelled message is closed, and what follows is whole`() throws {
      let isWhole = try Cable.carries { cable in
        let message = sysExMessage(1 << 20)
        let transfer = try cable.sender.sendSysEx(message, from: cable.output)
        let hasBegun = eventually { transfer.bytesSent > 0 }
        transfer.cancel()
        let isCancelled = eventually { transfer.outcome == .cancelled }
        #expect(hasBegun && isCancelled)
        let next = sysExMessage(50)
        try cable.sender.sendSysEx(next, from: cable.output)
        let haveEnded = cable.waits { cable.collector.sysExBytes.count { $0 == 0xF7 } == 2 }
        let bytes = cable.collector.sysExBytes
        let sent = transfer.bytesSent
        #expect(sent < message.count)
        return haveEnded && Array(bytes.suffix(50)) == next && bytes.starts(with: message[..<sent])
      }
      #expect(isWhole)
    }

    @Test func `removing a port ends its messages`() throws {
      let cable = try Cable()
      defer { cable.close() }
      let outcome = Mutex<MIDISysExOutcome?>(nil)
      try cable.sender.sendSysEx(sysExMessage(1 << 19), from: cable.output) { ended in
        outcome.withLock { $0 = ended }
      }
      cable.sender.remove(cable.output)
      #expect(eventually { outcome.withLock { $0 } == .portRemoved })
    }

    @Test func `bytes that are no such message are refused`() throws {
      let cable = try Cable()
      defer { cable.close() }
      for bytes: [UInt8] in [[], [0xF0], [0xF7, 0xF0], [0xF0, 0x80, 0xF7], [0x90, 60, 1]] {
        #expect(throws: JACKError.self) { try cable.sender.sendSysEx(bytes, from: cable.output) }
      }
    }
  }
}
