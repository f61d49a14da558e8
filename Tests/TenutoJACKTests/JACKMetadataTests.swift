import Foundation
import Testing

@testable import TenutoJACK

extension JACKTests {
  /// JACK's property database locks up forever if two programs change it at once.
  @Suite(.serialized) struct MetadataTests {
    /// Without a lock around JACK's calls this locks up within a second.
    @Test func manyThreadsChangeProperties() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let threadCount = 4
      let rounds = 200
      let done = Log<String>()
      for index in 0..<threadCount {
        let client = try JACKClient(name: "client \(index)", serverName: server.name)
        Thread.detachNewThread {
          for _ in 0..<rounds {
            guard let port = try? client.registerPort("out", kind: .midi, direction: .output)
            else { break }
            try? client.setPrettyName("Port", of: port)
            guard (try? client.properties(ofPortNamed: "client \(index):out"))?.count == 1
            else { break }
            try? client.unregisterPort(port)
            done.append("changed")
          }
          client.close()
        }
      }
      #expect(eventually { done.values.count == threadCount * rounds })
    }

    @Test(.enabled(if: PipeWire.wanted == nil, "PipeWire's JACK has no file of properties"))
    func aPropertyChangeWaitsForOtherPrograms() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let done = Log<String>()
      let path = "/dev/shm/jack_db-\(getuid())/metadata.db"
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      try #require(file >= 0 && flock(file, LOCK_EX) == 0)
      Thread.detachNewThread {
        try? client.setPrettyName("One")
        done.append("changed")
      }
      usleep(100_000)
      #expect(done.values.isEmpty)
      _ = flock(file, LOCK_UN)
      #expect(eventually { done.values.count == 1 })
      #expect(try client.property(.prettyName, ofClientNamed: "one") == "One")
    }
  }
}
