import Foundation
import Testing

@testable import TenutoJACK

extension JACKTests {
  /// JACK 1.9 keeps the properties of killed programs, and reuses their ports' numbers.
  @Suite(.serialized, .enabled(if: PipeWire.wanted == nil, "PipeWire never uses a number again"))
  struct FormerPropertyTests {
    private static let foreign = JACKPropertyKey(rawValue: "http://jackaudio.org/metadata/hardware")

    /// Stores properties for a number, like those that an ended program has left.
    private func leave(_ number: UInt64, on server: JACKServer) throws {
      for (key, value) in [
        (Self.foreign, "ADAT 7"), (.prettyName, "Foreign"), (.signalType, "CV"),
      ] {
        let status = try JACKServer.run([
          "env", "JACK_DEFAULT_SERVER=\(server.name)", "jack_property", "-s", "\(number)",
          key.rawValue, value,
        ])
        #expect(status == 0)
      }
    }

    @Test func aPortBeginsWithoutThePropertiesOfAnother() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let client = try JACKClient(name: "one", serverName: server.name)
      defer { client.close() }
      let former = try client.registerPort("former", kind: .audio, direction: .output)
      try client.unregisterPort(former)
      try leave(former.uuid, on: server)
      let port = try client.registerPort("out", kind: .audio, direction: .output)
      // Without this the test proves nothing.
      try #require(port.uuid == former.uuid)
      #expect(try client.properties(ofPortNamed: "one:out").isEmpty)
      try client.setPrettyName("Left", of: port)
      #expect(try client.properties(ofPortNamed: "one:out") == [.prettyName: "Left"])
    }
  }
}
