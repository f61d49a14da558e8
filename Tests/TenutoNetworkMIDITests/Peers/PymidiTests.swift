import Foundation
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// pymidi as a peer, which receives, and sends packets that its client creates.
struct PymidiTests {
  private static let isUsable = PythonPeer.has("construct, pymidi.server")

  /// The counts that pymidi prints.
  private struct Counts: Equatable {
    var on = 0
    var off = 0
    var packets = 0
    var broken = 0

    init() {}

    init?(_ text: String) {
      let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
      guard numbers.count == 4 else { return nil }
      (on, off, packets, broken) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
  }

  /// The share of datagrams that pymidi can read: it misinterprets the S bit of a journal, and then
  /// does not find the end of the packet.
  private func readable(_ datagrams: [[UInt8]]) throws -> (counts: Counts, lostNotes: Int) {
    var counts = Counts()
    var lostNotes = 0
    for bytes in datagrams where !AppleMIDICommand.isCommand(bytes) {
      let messages = try RTPMIDIPacket(parsing: bytes).commands.map(\.message)
      let on = messages.count { if case .short(let ump) = $0 { ump.opcode == 9 } else { false } }
      let isLong = bytes[12] & 0x80 != 0
      let length = Int(bytes[12] & 0xF) << (isLong ? 8 : 0) + (isLong ? Int(bytes[13]) : 0)
      let journal = bytes[12...].dropFirst((isLong ? 2 : 1) + length)
      if journal.first.map({ $0 & 0x80 != 0 }) == true {
        counts.broken += 1
        lostNotes += messages.count
      } else {
        counts.packets += 1
        counts.on += on
        counts.off += messages.count - on
      }
    }
    return (counts, lostNotes)
  }

  @Test(.enabled(if: isUsable)) func everyNoteArrivesInBothDirections() async throws {
    let session = MIDINetworkSession(name: "test", port: 0, interface: "lo", contactsFile: "")
    let received = Received(session)
    try session.enable()
    defer { session.disable() }
    let port = session.networkPort < 60_000 ? session.networkPort + 1000 : 50_000
    let peer = try PythonPeer("pymidi_peer.py", ["\(port)"])
    defer { if peer.process.isRunning { peer.process.terminate() } }
    #expect(peer.reads(until: "ready"))
    let relay = try DatagramRelay(to: NetworkAddress(host: [127, 0, 0, 1], port: port), seed: 1)
    defer { relay.stop() }
    // Without a journal an overtaken packet is lost.
    relay.change(Weather(description: "in order", delay: 0.2...0.2))
    let host = MIDINetworkHost(name: "", address: "127.0.0.1", port: relay.port)
    #expect(session.addConnection(MIDINetworkConnection(host: host)))
    for _ in 0..<1500 where !session.peers.contains(where: \.isConnected) {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    let isConnected = session.peers.contains { $0.isConnected }
    try #require(isConnected)

    for number in UInt32(0)..<200 {
      let note = (number % 128) << 8
      session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_0064 | note))])
      session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2080_0040 | note))])
      try await Task.sleep(nanoseconds: 2_000_000)
      // pymidi reads slowly, and its socket buffers only few packets.
      if number % 20 == 19 { try await waitUntilRead(peer, relay) }
    }
    try await waitUntilRead(peer, relay)
    let passed = relay.dataToListener
    let (expected, lostNotes) = try readable(passed)
    #expect(expected.on + expected.off + lostNotes == 400)
    #expect(lostNotes < 400, "\(lostNotes) notes in packets that pymidi cannot read")

    _ = try peer.ask("play 300")
    for _ in 0..<2000 where received.all.count < 600 {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    let played = (UInt32(0)..<300).flatMap { number in
      [0x2090_0064, 0x2090_0000].map { $0 | (number % 128) << 8 }
    }
    #expect(received.words == played)
    _ = try peer.finish()
  }

  /// Waits until pymidi has read all datagrams that were passed on, and compares its counts.
  private func waitUntilRead(_ peer: PythonPeer, _ relay: DatagramRelay) async throws {
    var expected = Counts()
    var counts: Counts?
    for _ in 0..<1000 {
      expected = try readable(relay.dataToListener).counts
      counts = Counts(try peer.ask("count"))
      if counts == expected, expected.packets > 0 { return }
      try await Task.sleep(nanoseconds: 20_000_000)
    }
    #expect(counts == expected)
  }
}
