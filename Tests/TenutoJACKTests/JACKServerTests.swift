import Glibc
import Testing

@testable import TenutoJACK

extension JACKTests {
  @Suite(.serialized) struct ServerTests {
    @Test func killedServerLeavesNothingAfterCleaning() throws {
      let server = try JACKServer()
      func files() -> [String] {
        JACKServer.entries(of: "/dev/shm").filter { $0.contains(server.name) }
      }
      #expect(!files().isEmpty)
      let pid = server.pid
      server.kill()
      #expect(kill(pid, 0) == -1 && errno == ESRCH, "ended and reaped")
      #expect(!files().isEmpty, "a crash leaves files")
      server.stop()
      #expect(files().isEmpty)
    }

    @Test func killedServersDoNotUseUpTheRegistry() throws {
      for _ in 0..<9 {
        let server = try JACKServer()
        server.kill()
        server.stop()
      }
    }

    @Test func stoppedServerLeavesNothing() throws {
      let server = try JACKServer()
      server.stop()
      server.stop()
      #expect(server.pid == 0)
      #expect(!JACKServer.entries(of: "/dev/shm").contains { $0.contains(server.name) })
      #expect(!JACKServer.entries(of: "/tmp").contains { $0.contains(server.name) })
    }

    @Test func threeConsecutiveServersServeOneProcess() throws {
      for frameCount in [64, 128, 1024] {
        let server = try JACKServer(frameCount: frameCount)
        defer { server.stop() }
        let client = try JACKClient(name: "one", serverName: server.name)
        defer { client.close() }
        #expect(client.bufferSize == frameCount)
      }
    }
  }
}
