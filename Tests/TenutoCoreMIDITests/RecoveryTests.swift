import TenutoCoreMIDI
import TenutoJACK
import TenutoMIDI
import Testing

extension CoreMIDITests {
  @Suite struct RecoveryTests {
    @Test func objectsAndConnectionsReturnWithTheNextServer() throws {
      try withServer { server in
        let keys = try MIDIPortClient(name: "keys")
        defer { keys.close() }
        let out = try keys.addOutput(named: "out")
        let piano = try ownEndpoint("Piano", 71, ._2_0)
        try piano.setEnabled(true)
        defer { try? piano.setEnabled(false) }
        try withClient("listener") { client in
          let inbox = Inbox()
          let own = try client.source("own")
          let source = try #require(sourceNamed("out"))
          try connect(client.input("in", inbox), source)
          func isHeard() -> Bool {
            let note = HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C64))
            return eventually(doing: { keys.send([note], from: out) }) { !inbox.bytes.isEmpty }
          }
          #expect(isHeard())
          _ = try found("Piano")

          end(server)
          #expect(eventually { integer(source, kMIDIPropertyOffline) == 1 })
          #expect(eventually { MIDIUMPEndpointManager.shared.umpEndpoints.isEmpty })
          #expect(sources.isEmpty && MIDIRestart() == kMIDIServerStartErr)
          #expect(emit(own, [0xF8]) == kMIDIServerStartErr)
          inbox.clear()

          try server.restart()
          try keys.reopen()
          #expect(eventually { MIDIRestart() == noErr })
          #expect(eventually { integer(source, kMIDIPropertyOffline) == 0 })
          #expect(eventually { Set(sources).isSuperset(of: [source, own]) })
          // The server is asked: jackd 1.9 sometimes never runs a client that returns with it.
          #expect(eventually { isConnected("keys:out", on: server) })
          #expect(eventually { isConnected("Piano:out", on: server) })
        }
      }
    }

    /// Without any call of the program.
    @Test func theLibraryConnectsToANewServer() throws {
      try withServer { server in
        try withClient("listener") { client in
          let own = try client.source("own")
          end(server)
          #expect(eventually { emit(own, [0xF8]) == kMIDIServerStartErr })
          try server.restart()
          #expect(eventually { emit(own, [0xF8]) == noErr })
          #expect(eventually { sources == [own] })
        }
      }
    }

    /// After an orderly end, PipeWire can be restarted.
    private func end(_ server: JACKServer) {
      if PipeWire.wanted == nil { server.stop() } else { server.kill() }
    }

    /// Whether a port has a connection.
    private func isConnected(_ port: String, on server: JACKServer) -> Bool {
      let list = try? JACKServer.output(of: ["jack_lsp", "-s", server.name, "-c", port])
      return list?.contains("\n   ") ?? false
    }

    private func sourceNamed(_ name: String) -> MIDIEndpointRef? {
      _ = eventually { sources.contains { string($0, kMIDIPropertyName) == name } }
      return sources.first { string($0, kMIDIPropertyName) == name }
    }
  }
}
