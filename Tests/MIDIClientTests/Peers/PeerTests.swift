import Glibc
import TenutoJACK
import TenutoMIDI
import Testing

extension MIDIClientTests {
  /// Programs of other libraries on the same server.
  @Suite(.enabled(if: Peer.isUsable, "JACK-Client or python-rtmidi is not installed"))
  struct PeerTests {
    @Test func `JACK-Client hears notes at their frames`() throws {
      let bench = try PeerBench()
      defer { bench.close() }
      let peer = try Peer("jack_peer.py", [bench.server.name, "hear"])
      defer { peer.close() }
      let output = try bench.client.addOutput(named: "out")
      try bench.client.connect(source: "bench:out", destination: "pyhear:in")
      bench.settle(output, { !peer.words("heard").isEmpty })
      // Half a frame, plus two clock readings in Python.
      let halfFrame = 1_000_000 / 48000 / 2 + 6
      // A wrong frame would be wrong in every attempt; a cycle with a late client would not.
      let isExact = (0..<10).contains { attempt in
        let start = hostTime() + 120_000_000
        let events = (0..<24).map {
          HostTimedUMP(hostTime: start + UInt64($0) * 1_700_000, ump: note(24 * attempt + $0 + 1))
        }
        bench.client.send(events, from: output)
        let last = hexadecimal(note(24 * attempt + 24))
        _ = eventually { peer.words("heard").last?.last == last }
        let heard = peer.words("heard").suffix(24)
        return heard.map { $0.last ?? "" } == events.map { hexadecimal($0.ump) }
          && zip(heard, events).allSatisfy { words, event in
            abs((Int(words[2]) ?? 0) - Int(event.hostTime / 1000)) <= halfFrame
          }
      }
      #expect(isExact)
    }

    @Test func `notes of JACK-Client arrive at their frames`() throws {
      let bench = try PeerBench()
      defer { bench.close() }
      let peer = try Peer("jack_peer.py", [bench.server.name, "play", "200"])
      defer { peer.close() }
      let collector = Collector()
      _ = try bench.client.addInput(named: "in", receiver: collector.receiver)
      try bench.client.connect(source: "pyplay:out", destination: "bench:in")
      #expect(eventually { collector.count >= 200 && peer.words("played").count >= 200 })
      let played = peer.words("played").map { (Int($0[1]) ?? 0, $0[2]) }
      #expect(collector.packets.map(hexadecimal) == played.map(\.1))
      // Within a cycle; two cycles are as far apart as JACK's clock reports.
      let events = collector.events
      let wrong = (1..<events.count).count { index in
        let frames = played[index].0 - played[index - 1].0
        guard frames < 20 else { return false }
        let distance = Double(events[index].hostTime) - Double(events[index - 1].hostTime)
        return Int((distance * 48 / 1_000_000).rounded()) != frames
      }
      // A clock that drifts by a tenth, as after a stall, moves some events by a frame.
      #expect(wrong < events.count / 10)
    }

    // If a server continues without a late client, a stalled machine loses part of a message.
    @Test func `1 MiB of System Exclusive to JACK-Client and from it`() throws {
      let message = sysExMessage(1 << 20)
      let hasLeft = try (0..<5).contains { _ in try PeerBench.with { try sends(message, $0) } }
      #expect(hasLeft)
      let hasArrived = try (0..<5).contains { _ in
        try PeerBench.with { try receives(message, $0) }
      }
      #expect(hasArrived)
    }

    private func sends(_ message: [UInt8], _ bench: PeerBench) throws -> Bool {
      let drain = try Peer("jack_peer.py", [bench.server.name, "swallow"])
      defer { drain.close() }
      let output = try bench.client.addOutput(named: "out")
      try bench.client.connect(source: "bench:out", destination: "pyswallow:in")
      let probe: [UInt8] = [0xF0, 1, 0xF7]
      let isOpen = eventually {
        _ = try? bench.client.sendSysEx(probe, from: output)
        return !drain.words("swallowed").isEmpty
      }
      #expect(isOpen)
      try bench.client.sendSysEx(message, from: output)
      let expected = ["swallowed", String(message.count), String(crc32(message))]
      return eventually { drain.words("swallowed").last == expected }
    }

    private func receives(_ message: [UInt8], _ bench: PeerBench) throws -> Bool {
      let source = try Peer("jack_peer.py", [bench.server.name, "pour", String(message.count)])
      defer { source.close() }
      let collector = Collector()
      var traits = MIDIPortTraits()
      traits.byteCapacity = 4 << 20
      let input = try bench.client.addInput(
        named: "in", traits: traits, receiver: collector.receiver)
      try bench.client.connect(source: "pypour:out", destination: "bench:in")
      let hasEnded = eventually { collector.packets.last.map { $0.opcode == 3 } ?? false }
      #expect(bench.client.counters(of: input).lost == 0)
      return hasEnded && collector.sysExBytes == message
    }

    // Its wheel contains its own libjack, which finds only jackd.
    @Test(.enabled(if: PipeWire.wanted == nil))
    func `python-rtmidi hears, answers, and is noticed when it comes and goes`() throws {
      let bench = try PeerBench()
      defer { bench.close() }
      let changes = Changes()
      let path = TestFiles.path()
      let directory = try MIDIDirectory(
        serverName: bench.server.name, idFile: path, onChange: changes.add)
      defer {
        directory.close()
        TestFiles.remove(path)
      }
      let peer = try Peer("rtmidi_peer.py", [bench.server.name])
      var isClosed = false
      defer { if !isClosed { peer.close() } }
      #expect(eventually { changes.added.count == 2 })
      let names = Set(changes.added.map(\.portName))
      #expect(names == ["rtmidi_in:in", "rtmidi_out:out"])
      let ids = Set(changes.added.map(\.uniqueID))
      let collector = Collector()
      let output = try bench.client.addOutput(named: "out")
      _ = try bench.client.addInput(named: "back", receiver: collector.receiver)
      try bench.client.connect(source: "bench:out", destination: "rtmidi_in:in")
      try bench.client.connect(source: "rtmidi_out:out", destination: "bench:back")
      bench.settle(output, { collector.count > 0 })
      collector.removeAll()
      let notes = (1..<50).map(note)
      bench.client.send(notes.map { HostTimedUMP(hostTime: 0, ump: $0) }, from: output)
      #expect(eventually { collector.packets.suffix(49) == notes[...] })
      let message = sysExMessage(4000)
      try bench.client.sendSysEx(message, from: output)
      #expect(eventually { collector.sysExBytes == message })
      let long = sysExMessage(1 << 20)
      try bench.client.sendSysEx(long, from: output)
      let expected = ["heard", String(long.count), String(crc32(long))]
      #expect(eventually { peer.words("heard").last == expected })
      peer.close()
      isClosed = true
      #expect(eventually { Set(changes.removed.map(\.uniqueID)).isSuperset(of: ids) })
    }
  }

  /// A server with a client of MIDI ports, with periods long enough for Python.
  final class PeerBench {
    let server: JACKServer
    let client: MIDIPortClient

    init() throws {
      server = try JACKServer(frameCount: 1024, isSynchronous: true)
      client = try MIDIPortClient(name: "bench", serverName: server.name)
    }

    static func with<Result>(_ body: (PeerBench) throws -> Result) throws -> Result {
      let bench = try PeerBench()
      defer { bench.close() }
      return try body(bench)
    }

    /// Sends a note until `hasArrived`: PipeWire loses events while it connects.
    func settle(_ output: MIDIPort, _ hasArrived: () -> Bool) {
      _ = eventually {
        client.send([HostTimedUMP(hostTime: 0, ump: note(0))], from: output)
        usleep(50_000)
        return hasArrived()
      }
    }

    func close() {
      client.close()
      server.stop()
    }
  }
}

/// The bytes of a MIDI 1.0 packet as the scripts print them.
private func hexadecimal(_ packet: UMP) -> String {
  MIDI1Bytes(packet).array.map { byte in
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }.joined()
}

/// In the zlib format.
private func crc32(_ bytes: [UInt8]) -> UInt32 {
  var sum = ~UInt32(0)
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}
