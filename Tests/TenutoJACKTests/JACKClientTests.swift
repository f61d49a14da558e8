import Glibc
import Synchronization
import Testing

@testable import TenutoJACK

extension JACKTests {
  @Suite(.serialized) struct ClientTests {
    @Test func clientOpensAndCloses() throws {
      let server = try JACKServer(frameCount: 256, sampleRate: 44100)
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      #expect(client.name == "one")
      #expect(client.sampleRate == 44100)
      #expect(client.bufferSize == 256)
      #expect(client.isRealtime == JACKServer.mayRunRealtime)
      let second = try JACKClient(name: "one", serverName: server.name)
      #expect(second.name != "one", "JACK adds a number to a name in use")
      second.close()
      second.close()
      client.close()
      #expect(client.sampleRate == 0)
      let error = #expect(throws: JACKError.self) { try client.activate() }
      #expect(error?.code == .closed)
    }

    @Test func aClientNamedLikeItsServerHidesNoServer() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: server.name, serverName: server.name)
      defer { client.close() }
      #expect(client.name != server.name)
      let error = #expect(throws: JACKError.self) {
        try JACKClient(name: server.name, serverName: server.name, isNameExact: true)
      }
      #expect(error?.code == .nameInUse)
      let second = try JACKClient(name: "second", serverName: server.name)
      second.close()
    }

    @Test func exactNameInUseIsRefused() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let error = #expect(throws: JACKError.self) {
        _ = try JACKClient(name: "one", serverName: server.name, isNameExact: true)
      }
      #expect(error?.code == .nameInUse)
      #expect(error?.message.contains("choose another name") == true)
    }

    @Test func missingServerIsSaidAndNotStarted() throws {
      let name = "tenuto-test-\(getpid())-none"
      let error = #expect(throws: JACKError.self) {
        _ = try JACKClient(name: "one", serverName: name)
      }
      #expect(error?.code == .noServer)
      #expect(error?.message.contains("\"\(name)\" does not run") == true)
      #expect(!JACKServer.entries(of: "/dev/shm").contains { $0.contains(name) })
    }

    @Test func missingLibraryIsSaid() throws {
      let error = #expect(throws: JACKError.self) {
        _ = try JACKLibrary.load(named: "libjack-missing.so")
      }
      #expect(error?.code == .notInstalled)
      #expect(error?.detail.contains("libjack-missing.so") == true)
      #expect(throws: JACKError.self) { _ = try JACKLibrary.load(named: "libc.so.6") }
      #expect(JACKLibrary.isInstalled, "a failure is not remembered")
      #expect(try !JACKLibrary.load().version.isEmpty)
    }

    @Test func badNamesAreRefused() throws {
      let server = try JACKServer()
      defer { server.stop() }
      for name in ["", "a:b", String(repeating: "x", count: 64)] {
        let error = #expect(throws: JACKError.self) {
          _ = try JACKClient(name: name, serverName: server.name)
        }
        #expect(error?.code == .invalidName)
      }
      let longest = String(repeating: "x", count: 63)
      let client = try JACKClient(name: longest, serverName: server.name)
      defer { client.close() }
      #expect(client.name == longest)
    }

    @Test func secondServerInOneProcessIsRefused() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let error = #expect(throws: JACKError.self) {
        _ = try JACKClient(name: "two", serverName: "other")
      }
      #expect(error?.code == .otherServerInUse)
    }

    @Test func processorIsDestroyedOnClose() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let counters = Counters()
      weak var token: Token?
      do {
        let strong = Token()
        token = strong
        let client = try JACKClient(name: "one", serverName: server.name)
        try client.setProcessor(TokenHolder(counters: counters, token: strong))
        try client.activate()
        #expect(eventually { counters[.cycles] > 2 })
        let error = #expect(throws: JACKError.self) {
          try client.setProcessor(CycleCounter(counters: counters))
        }
        #expect(error?.code == .active)
        client.close()
      }
      #expect(token == nil)
    }

    @Test func lastReferenceGoingClosesTheClient() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let watcher = try JACKClient(name: "watcher", serverName: server.name)
      defer { watcher.close() }
      var client: JACKClient? = try JACKClient(name: "one", serverName: server.name)
      _ = try client?.registerPort("out", kind: .audio, direction: .output)
      #expect(try watcher.ports(matching: "^one:") == ["one:out"])
      client = nil
      #expect(try watcher.ports(matching: "^one:").isEmpty)
    }
  }
}
