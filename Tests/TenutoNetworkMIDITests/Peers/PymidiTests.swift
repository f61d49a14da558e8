import Foundation
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// pymidi, which listens at the other end.
struct PymidiTests {
  private static let isUsable = PythonPeer.has("construct, pymidi.server")

  /// It drops packets whose journal has the S bit set, which it misreads: each note that it missed
  /// is in a packet that it could not read.
  @Test(.enabled(if: isUsable)) func everyNoteIsHeardButInPacketsThatPymidiCannotRead() async throws
  {
    let session = MIDINetworkSession(name: "test", port: 0, interface: "lo", contactsFile: "")
    try session.enable()
    defer { session.disable() }
    let port = session.networkPort < 60_000 ? session.networkPort + 1000 : 50_000
    let peer = try PythonPeer("pymidi_peer.py", ["\(port)"])
    defer { if peer.process.isRunning { peer.process.terminate() } }
    #expect(peer.reads(until: "ready"))
    let host = MIDINetworkHost(name: "", address: "127.0.0.1", port: port)
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
    }
    try await Task.sleep(nanoseconds: 300_000_000)
    let text = try peer.finish()
    let counts = text.split(whereSeparator: { " \n".contains($0) }).compactMap { Int($0) }
    try #require(counts.count == 3, "\(text)")
    #expect(counts[0] + counts[1] > 200, "\(text)")
    #expect(counts[0] + counts[1] + counts[2] >= 400, "\(text)")
  }
}
