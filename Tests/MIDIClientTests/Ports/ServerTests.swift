import Synchronization
import TenutoJACK
import TenutoMIDI
import Testing

extension MIDIClientTests {
  @Suite struct ServerTests {
    // After an orderly end, PipeWire can be restarted.
    @Test(arguments: PipeWire.wanted == nil ? [false, true] : [true])
    func `the server's end is reported, and all ports return with the next server`(
      _ isKilled: Bool
    ) throws {
      // The message is still in transit when the server ends.
      let server = try JACKServer(frameCount: 1024)
      defer { server.stop() }
      let reasons = Mutex<[String]>([])
      let collector = Collector()
      let changes = Changes()
      let client = try MIDIPortClient(name: "lasting", serverName: server.name) { reason in
        reasons.withLock { $0.append(reason) }
      }
      defer { client.close() }
      let directory = try MIDIDirectory(
        serverName: server.name, idFile: TestFiles.path(), onChange: changes.add)
      defer { directory.close() }
      let output = try client.addOutput(named: "out")
      _ = try client.addInput(named: "in", receiver: collector.receiver)
      #expect(eventually { directory.endpoints.count == 2 })
      let ids = directory.endpoints.map(\.uniqueID)
      let outcome = Mutex<MIDISysExOutcome?>(nil)
      try client.sendSysEx(sysExMessage(1 << 20), from: output) { ended in
        outcome.withLock { $0 = ended }
      }

      if isKilled { server.kill() } else { server.stop() }
      #expect(eventually { reasons.withLock { $0.count } == 1 && !client.isOpen })
      #expect(eventually { outcome.withLock { $0 } == .serverEnded })
      #expect(eventually { changes.hasServerEnd && !directory.isOpen })
      #expect(changes.removed.count == 2 && directory.endpoints.isEmpty)
      #expect(client.send([HostTimedUMP(hostTime: 0, ump: note(1))], from: output) == 0)
      #expect(throws: JACKError.self) { try client.addOutput(named: "more") }
      #expect(throws: JACKError.self) { try client.reopen() }

      try server.restart()
      try client.reopen()
      try directory.reopen()
      #expect(client.isOpen && directory.isOpen)
      #expect(eventually { changes.hasServerReturn })
      #expect(eventually { directory.endpoints.count == 2 })
      #expect(Set(directory.endpoints.map(\.uniqueID)) == Set(ids))
      try client.connect(source: "lasting:out", destination: "lasting:in")
      // Repeatedly, because this server does not wait for late clients.
      #expect(
        eventually {
          client.send([HostTimedUMP(hostTime: 0, ump: note(2))], from: output)
          return collector.packets.last == note(2)
        })
    }

    @Test func `a server that does not run is an error`() {
      #expect(throws: JACKError.self) {
        try MIDIPortClient(name: "alone", serverName: "tenuto-no-such-server")
      }
      #expect(throws: JACKError.self) {
        try MIDIDirectory(serverName: "tenuto-no-such-server", idFile: TestFiles.path())
      }
    }

    @Test func `a closed client refuses, and its ports are gone`() throws {
      let cable = try Cable()
      defer { cable.close() }
      cable.receiver.close()
      cable.receiver.close()
      #expect(!cable.receiver.isOpen && cable.receiver.fullName(of: cable.input) == nil)
      #expect(throws: JACKError.self) { try cable.receiver.addOutput(named: "late") }
      #expect(throws: JACKError.self) { try cable.receiver.reopen() }
      #expect(throws: JACKError.self) {
        try cable.sender.connect(source: "sender:out", destination: "receiver:in")
      }
    }
  }
}
