import Foundation
import TestSupport
import Testing

@testable import TenutoNSM

@Suite struct SessionManagerTests {
  /// A separate program, started as by a session manager.
  @Test func aProgramIsStartedSavedEndedAndStartedAgain() throws {
    let folder = NSTemporaryDirectory() + "tenuto-nsm-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let open = OSCBytes.message(
      "/nsm/client/open", ["\(folder)/song/NSMProbe.nABCD", "song", "NSMProbe.nABCD"])
    for round in 1...2 {
      let server = try StubServer()
      let probe = Process()
      probe.executableURL = URL(fileURLWithPath: Built.path("NSMProbe"))
      probe.environment = ["NSM_URL": server.url]
      try probe.runWithSignals()
      defer { probe.waitUntilExit() }
      defer { probe.terminate() }
      let (announcement, port) = try #require(server.next())
      #expect(announcement.arguments.last == .integer(probe.processIdentifier))
      server.send(OSCBytes.message("/reply", ["/nsm/server/announce", "", "Stub", ""]), to: port)
      server.send(open, to: port)
      let opened = (0..<4).map { _ in server.next()?.message.path }
      #expect(
        opened == ["/nsm/client/progress", "/nsm/client/label", "/nsm/client/is_dirty", "/reply"])
      server.send(OSCBytes.message("/nsm/client/save", []), to: port)
      let saved = (0..<3).map { _ in server.next()?.message }
      #expect(saved.first??.path == "/nsm/client/is_clean")
      let words: [OSCArgument] = [.integer(2), .string("saved \(round)")]
      #expect(saved[1] == OSCMessage("/nsm/client/message", words))
      #expect(saved.last??.arguments.first == .string("/nsm/client/save"))
    }
  }

  /// The same through a real session manager, if one is installed.
  @Test(.enabled(if: SessionManagerProgram.path != nil))
  func aRealSessionManagerOpensAndSaves() throws {
    let manager = try SessionManagerProgram()
    defer { manager.end() }
    let song = OSCArgument.string("song")
    #expect(manager.ask("/nsm/server/new", [song], isRepeated: true)?.path == "/reply")
    #expect(manager.ask("/nsm/server/add", [.string("NSMProbe")])?.path == "/reply")
    #expect(eventually { manager.log(of: "song").count == 1 })
    #expect(manager.ask("/nsm/server/save")?.path == "/reply")
    let opened = try #require(manager.log(of: "song").first)
    #expect(manager.log(of: "song") == [opened, "save 1"])
    #expect(manager.ask("/nsm/server/close")?.path == "/reply")
    #expect(manager.ask("/nsm/server/open", [song])?.path == "/reply")
    #expect(eventually { manager.log(of: "song").last == "loaded" })
    // Closing has saved once more; the path is the first one.
    let reopened = opened.dropLast() + "2"
    #expect(manager.log(of: "song") == [opened, "save 1", "save 2", String(reopened), "loaded"])
  }
}
