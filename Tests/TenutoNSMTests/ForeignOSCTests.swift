import TenutoCore
import Foundation
import TestSupport
import Testing

@testable import TenutoNSM

/// Foreign messages at the port.
@Suite struct ForeignOSCTests {
  private static let open = "/nsm/client/open"

  /// Messages that no server sends, which must not affect the client.
  private static let junk: [[UInt8]] = [
    [0], Array("/nsm".utf8), OSCBytes.text("/nsm/client/save"),
    OSCBytes.text("/nsm/client/save") + Array("abcd".utf8),
    OSCBytes.message("/reply", types: "i", [OSCBytes.number(1)]),
    OSCBytes.message("/error", types: "", []),
    OSCBytes.message("/reply", types: "b", [OSCBytes.number(.max)]),
    OSCBytes.message(String(repeating: "/a", count: 20_000), []),
    OSCBytes.message("/nsm/client/show_optional_gui", []),
    OSCBytes.message("/nsm/client/", []), OSCBytes.message("/*", []),
    OSCBytes.text("#bundle") + OSCBytes.number(.max) + OSCBytes.number(1)
      + OSCBytes.number(20) + OSCBytes.message("/nothing", ["a"]),
    [UInt8](repeating: 0xFF, count: 60_000),
  ]

  @Test func junkIsPassedOver() throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    for bytes in Self.junk { managed.server.send(bytes, to: managed.port) }
    #expect(managed.open()?.path == "/reply")
    #expect(handler.now.projects.count == 1)
    #expect(handler.now.saveCount == 0)
    #expect(managed.client.isManaged)
  }

  @Test(arguments: [
    OSCBytes.message(open, []), OSCBytes.message(open, ["/a", "b"]),
    OSCBytes.message(open, types: "iii", [0, 1, 2].map(OSCBytes.number)),
    OSCBytes.message(open, ["relative", "b", "c"]),
    OSCBytes.message(open, ["/" + String(repeating: "x", count: 50_000), "b", "c"]),
    OSCBytes.message(
      open, types: "sss", [[0x2F, 0xFF, 0xFE, 0], OSCBytes.text("b"), OSCBytes.text("c")]),
  ])
  func malformedOpensAreRefused(bytes: [UInt8]) throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    let answer = managed.ask(bytes)
    #expect(answer?.path == "/error")
    #expect(answer?.arguments.first == .string(Self.open))
    #expect(handler.now.projects.isEmpty)
  }

  @Test func onlyTheServerIsObeyed() throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    let stranger = try StubServer()
    stranger.send(
      OSCBytes.message(Self.open, ["/tmp/stolen", "stolen", "Probe"]), to: managed.port)
    #expect(managed.open()?.path == "/reply")
    #expect(handler.now.projects.map(\.displayName) == ["song"])
  }

  /// A protocol message with some bytes changed, removed or inserted.
  @Test func bytesChangedAtRandomNeverTrap() throws {
    let socket = try #require(OSCSocket())
    var random = SeededRandom(seed: 17)
    let seeds =
      Self.junk.filter { $0.count < 1000 } + [
        OSCBytes.message(Self.open, ["/tmp/song.nABCD", "song", "Probe.nABCD"])
      ]
    var messageCount = 0
    for round in 0..<20_000 {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index...)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        }
      }
      for item in socket.parse(bytes) {
        messageCount += 1
        _ = try? NSMProject(item.message.arguments)
      }
    }
    #expect(messageCount > 1000)
  }
}
