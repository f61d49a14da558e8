import Foundation
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// An independent client of Network MIDI 2.0, on the loopback interface.
struct NetworkMIDI2PeerTests {
  @Test(.enabled(if: PythonPeer.has("hashlib"))) func anotherImplementationJoins() async throws {
    let session = MIDINetworkSession(
      name: "The host", port: 0, interface: "lo", networkProtocol: .networkMIDI2, contactsFile: "")
    session.authentication = .sharedSecret("open sesame")
    let received = Received(session)
    try session.enable()
    defer { session.disable() }
    let peer = try PythonPeer(
      "network_midi2_peer.py", ["\(session.networkPort)", "open sesame"])
    defer { if peer.process.isRunning { peer.process.terminate() } }
    #expect(peer.reads(until: "accepted by The host"))
    #expect(peer.reads(until: "asked for 1 from 1"))
    for _ in 0..<1000 where received.all.count < 3 {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    #expect(received.words == [0x2090_3C40, 0x2090_3E40, 0x2090_4040])
    #expect(session.peers.map(\.host.name) == ["Python"])
    session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_4140))])
    session.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_0140))])
    #expect(peer.reads(until: "over"))
    _ = try peer.finish()
    #expect(peer.process.terminationStatus == 0)
    for _ in 0..<1000 where !session.peers.isEmpty {
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    #expect(session.peers.isEmpty)
    #expect(received.words.suffix(3).sorted() == [0x2080_3C40, 0x2080_3E40, 0x2080_4040])
  }
}
