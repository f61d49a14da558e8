import Foundation
import TestSupport
import Testing

@testable import TenutoNSM

@Suite struct NSMClientTests {
  @Test func announcesItsIdentity() throws {
    let managed = try ManagedClient(RecordingHandler())
    #expect(managed.announcement.path == "/nsm/server/announce")
    #expect(
      managed.announcement.arguments == [
        .string("Probe"), .string(":switch:dirty:progress:message:"), .string("probe"),
        .integer(1), .integer(1), .integer(getpid()),
      ])
    #expect(managed.client.isManaged)
    #expect(managed.client.serverName == "Stub")
  }

  @Test func opensAndSaves() throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    #expect(
      managed.open() == OSCMessage("/reply", [.string("/nsm/client/open"), .string("Opened.")]))
    #expect(
      managed.save() == OSCMessage("/reply", [.string("/nsm/client/save"), .string("Saved.")]))
    managed.server.send(OSCBytes.message("/nsm/client/session_is_loaded", []), to: managed.port)
    #expect(eventually { handler.now.isLoaded })
    let project = NSMProject(
      path: "/tmp/song.nABCD", displayName: "song", clientID: "Probe.nABCD")
    #expect(handler.now.projects == [project])
    #expect(handler.now.saveCount == 1)
  }

  @Test func switchesToAnotherProject() throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    _ = managed.open("/tmp/one.nABCD")
    _ = managed.open("/tmp/two.nABCD")
    let paths = handler.now.projects.map(\.path)
    #expect(paths == ["/tmp/one.nABCD", "/tmp/two.nABCD"])
  }

  @Test func failuresAreSaidWithTheirCodes() throws {
    let handler = RecordingHandler()
    let managed = try ManagedClient(handler)
    handler.fail(NSMFailure(.badProject, "It is damaged."))
    let damaged: [OSCArgument] = [
      .string("/nsm/client/open"), .integer(-9), .string("It is damaged."),
    ]
    #expect(managed.open() == OSCMessage("/error", damaged))
    // Nothing is open, so nothing can be saved, and the handler is not called.
    #expect(managed.save()?.arguments.dropFirst().first == .integer(-8))
    handler.fail(nil)
    _ = managed.open()
    handler.fail(NSMFailure(.general, "The disk is full."))
    #expect(managed.save()?.arguments.dropFirst().first == .integer(-1))
    #expect(handler.now.saveCount == 1)
  }

  @Test func tellsHowThingsStand() throws {
    let managed = try ManagedClient(RecordingHandler())
    let client = managed.client
    client.setDirty(true)
    client.setDirty(true)
    client.setDirty(false)
    client.sendProgress(.nan)
    client.sendProgress(2)
    client.sendMessage("hello", priority: 9)
    client.setLabel("song.mid")
    let received = (0..<5).map { _ in managed.server.next()?.message }
    #expect(
      received == [
        OSCMessage("/nsm/client/is_dirty"), OSCMessage("/nsm/client/is_clean"),
        OSCMessage("/nsm/client/progress", [.float(1)]),
        OSCMessage("/nsm/client/message", [.integer(3), .string("hello")]),
        OSCMessage("/nsm/client/label", [.string("song.mid")]),
      ])
  }

  @Test func sendsOnlyAnnouncedCapabilities() throws {
    let managed = try ManagedClient(RecordingHandler(), capabilities: [.message])
    #expect(managed.announcement.arguments[1] == .string(":message:"))
    managed.client.setDirty(true)
    managed.client.sendProgress(0.5)
    managed.client.sendMessage("first")
    #expect(managed.server.next()?.message.path == "/nsm/client/message")
  }

  @Test func changesBeforeTheAnswerAreReportedAfterIt() throws {
    let server = try StubServer()
    let client = try NSMClient(
      applicationName: "Probe", executable: "probe", address: server.url,
      handler: RecordingHandler())
    client.setDirty(true)
    let thread = TestThread { try? client.announce() }
    let (announcement, port) = try #require(server.next())
    #expect(announcement.path == "/nsm/server/announce")
    server.send(OSCBytes.message("/reply", ["/nsm/server/announce", "", "Stub", ""]), to: port)
    #expect(server.next()?.message.path == "/nsm/client/is_dirty")
    #expect(thread.join())
  }
}
