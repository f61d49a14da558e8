import Synchronization
import Testing

@testable import TenutoJACK

extension JACKTests {
  @Suite(.serialized) struct CycleTests {
    @Test func audioArrivesExactlyInTheSameCycle() throws {
      try withPair(.audio) { writer, output, reader, input, counters, xruns in
        try writer.setProcessor(RampWriter(output: output))
        try reader.setProcessor(RampReader(input: input, counters: counters))
      }
    }

    @Test func midiArrivesAtItsFrameInTheSameCycle() throws {
      try withPair(.midi) { writer, output, reader, input, counters, xruns in
        try writer.setProcessor(NoteWriter(output: output))
        try reader.setProcessor(NoteReader(input: input, counters: counters))
      }
    }

    @Test(arguments: [1000, 30000])
    func longSystemExclusiveArrivesWhole(byteCount: Int) throws {
      let server = try JACKServer(frameCount: 256)
      defer { server.stop() }
      let client = try JACKClient(name: "writer", serverName: server.name)
      defer { client.close() }
      let reader = try JACKClient(name: "reader", serverName: server.name)
      defer { reader.close() }
      let counters = Counters()
      let output = try client.registerPort("out", kind: .midi, direction: .output)
      let input = try reader.registerPort("in", kind: .midi, direction: .input)
      try client.setProcessor(SysExWriter(output: output, counters: counters))
      try reader.setProcessor(SysExReader(input: input, counters: counters))
      try reader.activate()
      try client.activate()
      try client.connect(from: "writer:out", to: "reader:in")
      counters[.request] = byteCount
      #expect(eventually { counters[.matches] + counters[.mismatches] > 0 })
      #expect(counters[.mismatches] == 0)
      #expect(counters[.bytes] == byteCount)
      #expect(counters[.second] >= byteCount, "the room of before")

      counters[.request] = 40000
      #expect(eventually { counters[.request] == 0 })
      #expect(counters[.first] == 2, "a message longer than the buffer is refused")
    }

    @Test func stopEndsTheCallbacksOfItsClientOnly() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let quitter = try JACKClient(name: "quitter", serverName: server.name)
      defer { quitter.close() }
      let other = try JACKClient(name: "other", serverName: server.name)
      defer { other.close() }
      let counters = Counters()
      let others = Counters()
      try quitter.setProcessor(Quitter(counters: counters))
      try other.setProcessor(CycleCounter(counters: others))
      try quitter.activate()
      #expect(eventually { counters[.cycles] > 0 })
      try other.activate()
      #expect(eventually { others[.cycles] > 50 })
      #expect(counters[.cycles] == 1)
    }

    /// Connects a writer to a reader until 100 cycles are right.
    ///
    /// A cycle may only be wrong if the machine stalled; then the server has counted an xrun.
    private func withPair(
      _ kind: JACKPortKind,
      setUp: (JACKClient, JACKPort, JACKClient, JACKPort, Counters, Counters) throws -> Void
    ) throws {
      let server = try JACKServer()
      defer { server.stop() }
      let writer = try JACKClient(name: "writer", serverName: server.name)
      defer { writer.close() }
      let reader = try JACKClient(name: "reader", serverName: server.name)
      defer { reader.close() }
      let counters = Counters()
      let xruns = Counters()
      let output = try writer.registerPort("out", kind: kind, direction: .output)
      let input = try reader.registerPort("in", kind: kind, direction: .input)
      var wanted = JACKNotifications()
      wanted.xrun = { xruns.add(0) }
      try reader.setNotifications(wanted)
      try setUp(writer, output, reader, input, counters, xruns)
      try writer.activate()
      try reader.activate()
      try writer.connect(from: "writer:out", to: "reader:in")
      #expect(eventually { counters[.matches] >= 100 })
      #expect(counters[.mismatches] == 0 || xruns[.cycles] > 0)
    }
  }
}
