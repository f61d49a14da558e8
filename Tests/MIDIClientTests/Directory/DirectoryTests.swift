import Glibc
import TenutoJACK
import TenutoMIDI
import Testing

extension MIDIClientTests {
  @Suite struct DirectoryTests {
    @Test func `endpoints are known, come and go in order, to callbacks and streams`() async throws
    {
      let bench = try Bench()
      defer { bench.close() }
      let stream = bench.directory.changes()
      #expect(bench.directory.endpoints.isEmpty)
      var traits = MIDIPortTraits()
      traits.prettyName = "Big Keys"
      traits.manufacturer = "Maker"
      traits.model = "One"
      traits.isPrivate = true
      let output = try bench.client.addOutput(named: "keys", traits: traits)
      _ = try bench.client.addInput(named: "lights") { _ in }
      #expect(eventually { bench.changes.added.count == 2 })
      let records = bench.changes.added
      #expect(records.map(\.portName) == ["bench:keys", "bench:lights"])
      #expect(records.map(\.direction) == [.source, .destination])
      #expect(records[0].displayName == "Big Keys" && records[1].displayName == "bench lights")
      #expect(records[0].manufacturer == "Maker" && records[0].model == "One")
      #expect(records[0].isPrivate && !records[1].isPrivate)
      #expect(records.allSatisfy { $0.isOwn && !$0.isPhysical && !$0.isUMP && $0.uniqueID != 0 })
      #expect(records[0].clientName == "bench" && records[0].shortName == "keys")
      #expect(bench.directory.endpoint(uniqueID: records[1].uniqueID)?.shortName == "lights")
      bench.client.remove(output)
      #expect(eventually { bench.changes.removed.count == 1 })
      #expect(bench.changes.removed.first?.uniqueID == records[0].uniqueID)
      #expect(bench.directory.endpoint(portNamed: "bench:keys") == nil)
      bench.directory.close()
      var streamed: [MIDIDirectoryChange] = []
      for await change in stream { streamed.append(change) }
      #expect(streamed == bench.changes.all)
    }

    @Test func `audio ports and ports without MIDI are no endpoints`() throws {
      let bench = try Bench()
      defer { bench.close() }
      let other = try JACKClient(name: "other", serverName: bench.server.name)
      defer { other.close() }
      _ = try other.registerPort("sound", kind: .audio, direction: .output)
      _ = try other.registerPort("notes", kind: .midi, direction: .output, flags: .physical)
      try other.activate()
      #expect(eventually { bench.directory.endpoints.count == 1 })
      let record = bench.directory.endpoints.first
      #expect(record?.portName == "other:notes" && record?.isPhysical == true)
      other.close()
      #expect(eventually { bench.directory.endpoints.isEmpty })
    }

    // PipeWire's other clients do not see renames.
    @Test(.enabled(if: PipeWire.wanted == nil))
    func `a rename keeps the id, now and after a restart`() throws {
      let bench = try Bench()
      defer { bench.close() }
      let output = try bench.client.addOutput(named: "first")
      #expect(eventually { bench.changes.added.count == 1 })
      let id = bench.changes.added[0].uniqueID
      for name in ["second", "third"] { try bench.client.rename(output, to: name) }
      #expect(eventually { bench.directory.endpoint(portNamed: "bench:third") != nil })
      #expect(bench.directory.endpoints.map(\.uniqueID) == [id])
      #expect(eventually { bench.changes.renamed.last?.portName == "bench:third" })
      #expect(bench.changes.added.count == 1 && bench.changes.removed.isEmpty)
      // A new client with the old name is a different client.
      _ = try bench.client.addOutput(named: "first")
      #expect(eventually { bench.directory.endpoints.count == 2 })
      #expect(bench.directory.endpoint(portNamed: "bench:first")?.uniqueID != id)
      bench.directory.close()
      let next = try MIDIDirectory(serverName: bench.server.name, idFile: bench.path)
      defer { next.close() }
      #expect(next.endpoint(portNamed: "bench:third")?.uniqueID == id)
    }

    @Test func `a reserved id is the port's, here and for other programs`() throws {
      let bench = try Bench()
      defer { bench.close() }
      let id = bench.directory.reserveUniqueID(
        -77, forPortNamed: "bench:own", direction: .destination)
      #expect(id == -77)
      let second = bench.directory.reserveUniqueID(
        -77, forPortNamed: "bench:other", direction: .destination)
      #expect(second != -77 && second != 0)
      var traits = MIDIPortTraits()
      traits.uniqueID = id
      _ = try bench.client.addInput(named: "own", traits: traits) { _ in }
      #expect(eventually { bench.directory.endpoint(portNamed: "bench:own")?.uniqueID == -77 })
      let reader = try JACKClient(name: "reader", serverName: bench.server.name)
      defer { reader.close() }
      #expect(try reader.property(.midiUniqueID, ofPortNamed: "bench:own") == "-77")
    }

    // PipeWire 0.3.65 sends no notifications of changes.
    @Test(.enabled(if: PipeWire.wanted == nil))
    func `properties of foreign ports are followed`() throws {
      let bench = try Bench()
      defer { bench.close() }
      let other = try JACKClient(name: "other", serverName: bench.server.name)
      defer { other.close() }
      let port = try other.registerPort("notes", kind: .midi, direction: .output)
      try other.activate()
      #expect(eventually { bench.directory.endpoints.first?.displayName == "other notes" })
      try other.setPrettyName("Piano", of: port)
      #expect(eventually { bench.directory.endpoints.first?.displayName == "Piano" })
      #expect(
        eventually {
          bench.changes.all.contains {
            if case .propertyChanged(let record, .prettyName) = $0 {
              record.displayName == "Piano"
            } else {
              false
            }
          }
        })
      try other.removeProperty(.prettyName, of: .port(port))
      #expect(eventually { bench.directory.endpoints.first?.displayName == "other notes" })
    }

    @Test func `a port is announced with what its program says right after it has appeared`() throws
    {
      let bench = try Bench()
      defer { bench.close() }
      let other = try JACKClient(name: "other", serverName: bench.server.name)
      defer { other.close() }
      try other.activate()
      try other.setProperty(.midiDescription, to: "word", of: .client)
      let port = try other.registerPort("hidden", kind: .midi, direction: .output)
      // The directory knows the port by now.
      usleep(30_000)
      try other.setProperty(.midiIsPrivate, to: "1", of: .port(port))
      try other.setProperty(.midiUniqueID, to: "4242", of: .port(port))
      try other.setProperty(.midiDescription, to: "word", of: .port(port))
      #expect(eventually { bench.changes.added.count == 1 })
      let record = bench.changes.added.first
      #expect(record?.isPrivate == true && record?.uniqueID == 4242)
      // A client without metadata is announced without it.
      _ = try other.registerPort("silent", kind: .midi, direction: .output)
      #expect(eventually { bench.changes.added.last?.portName == "other:silent" })
    }

    @Test func `hundreds of changes at once end in the truth`() throws {
      let bench = try Bench()
      defer { bench.close() }
      var ports: [MIDIPort] = []
      for round in 0..<40 {
        ports.append(try bench.client.addOutput(named: "port \(round)"))
        if round % 3 == 2 { bench.client.remove(ports.removeFirst()) }
        if PipeWire.wanted == nil, round % 4 == 3, let port = ports.last {
          try bench.client.rename(port, to: "renamed \(round)")
        }
      }
      let names = Set(ports.compactMap { bench.client.fullName(of: $0) })
      #expect(eventually { Set(bench.directory.endpoints.map(\.portName)) == names })
      let ids = bench.directory.endpoints.map(\.uniqueID)
      #expect(Set(ids).count == ids.count)
      #expect(
        eventually {
          bench.changes.added.count - bench.changes.removed.count == names.count
        })
    }
  }

  /// A server with a directory and a client of MIDI ports.
  final class Bench {
    let server: JACKServer
    let directory: MIDIDirectory
    let client: MIDIPortClient
    let changes = Changes()
    let path = TestFiles.path()

    init() throws {
      server = try JACKServer()
      directory = try MIDIDirectory(
        serverName: server.name, idFile: path, onChange: changes.add)
      client = try MIDIPortClient(name: "bench", serverName: server.name)
    }

    func close() {
      client.close()
      directory.close()
      server.stop()
      TestFiles.remove(path)
    }
  }
}
