import Synchronization
import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages
import Testing

extension MIDIClientTests {
  /// The notifications of a manager, its errors, and its reconnection to the server.
  @Suite struct LifeTests {
    @Test func notificationsComeInOrder() throws {
      let stage = try Stage()
      defer { stage.close() }
      let port = try stage.device.addOutput(named: "keys")
      #expect(eventually { stage.notices.lines.count == 2 })
      var expected = ["start", "added keys of device", "removed keys of device"]
      // PipeWire's other clients do not see renames.
      if PipeWire.wanted == nil {
        try stage.device.rename(port, to: "organ")
        #expect(eventually { stage.notices.lines.count == 3 })
        expected[2...] = ["renamed organ", "removed organ of device"]
      }
      stage.device.remove(port)
      #expect(eventually { stage.notices.lines == expected }, "\(stage.notices.lines)")
      // Each one is followed by a notification of a change.
      let all = stage.notices.all
      for (index, notice) in all.enumerated() where index + 1 < all.count {
        switch notice {
        case .added, .removed, .propertyChanged: #expect(all[index + 1] == .setupChanged)
        default: break
        }
      }
    }

    @Test func streamsTellOfEndpointsAndDevices() async throws {
      let stage = try Stage()
      defer { stage.close() }
      var endpoints = stage.manager.endpointsStream().makeAsyncIterator()
      var devices = stage.manager.devicesStream().makeAsyncIterator()
      var notices = stage.manager.notifications().makeAsyncIterator()
      #expect(await endpoints.next()?.outputs.isEmpty == true)
      #expect(await devices.next()?.devices.isEmpty == true)
      let port = try stage.device.addOutput(named: "keys")
      while let next = await endpoints.next(), next.outputs.isEmpty {}
      while let next = await devices.next(), next.devices.map(\.name) != ["device"] {}
      while let next = await notices.next() {
        if case .added(.outputEndpoint(let output), .device(let device)) = next {
          #expect(output.name == "keys" && device.name == "device")
          break
        }
      }
      stage.device.remove(port)
      while let next = await endpoints.next(), !next.outputs.isEmpty {}
      while let next = await devices.next(), !next.devices.isEmpty {}
    }

    @Test func theManagerReturnsWithItsServer() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let events = Events()
      let heard = Collector()
      try manager.addInput(
        name: "In", tag: "in", uniqueID: .unmanaged(77), receiver: events.receiver())
      try manager.addInputConnection(
        to: .allOutputs, tag: "all", filter: .owned(), receiver: events.receiver())
      try manager.addOutputConnection(to: .allInputs, tag: "out", filter: .owned())
      let keys = try stage.device.addOutput(named: "keys")
      _ = try stage.device.addInput(named: "ears", receiver: heard.receiver)
      #expect(eventually { manager.managedInputConnections["all"]?.endpoints.count == 1 })
      let number = manager.endpoints.outputsUnowned.map(\.uniqueID)
      // After an orderly end, PipeWire can be restarted.
      if PipeWire.wanted == nil { stage.server.stop() } else { stage.server.kill() }
      #expect(eventually { stage.notices.lines.contains("ended") && !stage.device.isOpen })
      #expect(throws: MIDIIOError.self) {
        try manager.managedInputs["in"].map { _ in
          try manager.managedOutputConnections["out"]?.send(event: .start())
          throw MIDIIOError.connectionError("Nothing is connected.")
        }
      }
      try stage.server.restart()
      #expect(eventually { (try? stage.device.reopen()) != nil && stage.device.isOpen })
      #expect(eventually { stage.notices.lines.contains("returned") })
      #expect(
        eventually {
          manager.managedInputConnections["all"]?.endpoints.count == 1
            && manager.managedOutputConnections["out"]?.endpoints.count == 1
        })
      #expect(manager.endpoints.outputsUnowned.map(\.uniqueID) == number)
      #expect(eventually { manager.endpoints.inputs.contains { $0.uniqueID == 77 } })
      stage.play(0x2090_3C40, from: keys)
      #expect(eventually { events.all.count == 1 }, "\(stage.diagnosis)")
      try manager.managedOutputConnections["out"]?.send(event: .start())
      #expect(eventually { heard.packets == [UMP(0x10FA_0000)] }, "\(stage.diagnosis)")
    }

    @Test func errorsNameTheRemedy() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let manager = MIDIManager(
        clientName: "", model: "", manufacturer: "", serverName: server.name,
        idFile: "/dev/null/no")
      let notStarted = #expect(throws: MIDIIOError.self) {
        try manager.addOutput(name: "Out", tag: "out", uniqueID: .adHoc)
      }
      #expect("\(try #require(notStarted))".contains("start()"))
      #expect(manager.endpoints.inputs.isEmpty && manager.managedInputs.isEmpty)
      try manager.start()
      try manager.start()
      defer { manager.stop() }
      let endpoints = manager.endpoints
      let persistent = #expect(throws: MIDIIOError.self) {
        try manager.addThruConnection(
          outputs: endpoints.outputs, inputs: endpoints.inputs, tag: "t",
          lifecycle: .persistent(ownerID: "org.example"))
      }
      #expect("\(try #require(persistent))".contains("nonPersistent"))
      var parameters = MIDIThruConnection.Parameters()
      parameters.channelMap = []
      let map = #expect(throws: MIDIIOError.self) {
        try manager.addThruConnection(outputs: [], inputs: [], tag: "t", params: parameters)
      }
      #expect("\(try #require(map))".contains("16 channels"))
      try manager.addOutput(name: "Out", tag: "out", uniqueID: .adHoc)
      let dump = try MIDIEvent.sysEx7(
        manufacturer: .educational(), data: [UInt8](repeating: 1, count: 10_000))
      let later = #expect(throws: MIDIIOError.self) {
        try manager.managedOutputs["out"]?.send(event: dump, at: .max)
      }
      #expect("\(try #require(later))".contains("later time"))
      let noServer = MIDIManager(
        clientName: "app", model: "", manufacturer: "", serverName: server.name + "-none")
      let missing = #expect(throws: MIDIIOError.self) { try noServer.start() }
      #expect(!"\(try #require(missing))".isEmpty)
      let all: [MIDIIOError] = [
        .internalInconsistency("It is."), .malformed("M"), .notSupported("N"),
        .connectionError("C"), .readError("R"),
      ]
      #expect(Set(all).count == 5 && all.allSatisfy { !"\($0)".isEmpty })
    }

    @Test func tagsNameOneThingEach() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      for _ in 0..<3 {
        try manager.addOutput(name: "Out", tag: "out", uniqueID: .unmanaged(9))
        try manager.addInput(name: "In", tag: "in", uniqueID: .adHoc, receiver: .group([]))
        try manager.addOutputConnection(to: .none, tag: "c")
        try manager.addInputConnection(to: .none, tag: "c", receiver: .group([]))
      }
      #expect(
        eventually {
          manager.endpoints.outputs.map(\.portName) == ["app:Out"]
            && manager.endpoints.inputs.map(\.portName) == ["app:In"]
        })
      #expect(manager.managedOutputConnections.count == 1)
      manager.remove(.input, .withTag("nothing"))
      manager.remove(.input, .withTag("in"))
      #expect(manager.managedInputs.isEmpty && manager.managedOutputs.count == 1)
      manager.removeAll()
      #expect(manager.managedOutputs.isEmpty && manager.managedInputConnections.isEmpty)
      #expect(eventually { manager.endpoints.outputs.isEmpty && manager.endpoints.inputs.isEmpty })
    }

    @Test func numbersAreKeptWhereTheCallerWants() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager = stage.manager
      let kept = Kept()
      let storage = MIDIIdentifierPersistence.managedStorage(
        readHandler: { kept.id }, storeHandler: { kept.id = $0 })
      try manager.addOutput(name: "A", tag: "a", uniqueID: storage)
      let first = try #require(manager.managedOutputs["a"]?.uniqueID)
      #expect(kept.id == first)
      #expect(eventually { manager.endpoints.outputs.contains(whereUniqueID: first) })
      manager.remove(.output, .all)
      try manager.addOutput(name: "B", tag: "a", uniqueID: storage)
      #expect(manager.managedOutputs["a"]?.uniqueID == first)

      let key = "tenuto test/\(stage.server.name) ü"
      let file = MIDIIdentifierPersistence.userDefaultsManaged(key: key)
      #expect(file.readID() == nil)
      try manager.addOutput(name: "C", tag: "c", uniqueID: file)
      #expect(file.readID() == manager.managedOutputs["c"]?.uniqueID)
      file.writeID(-7)
      #expect(file.readID() == -7)
      file.writeID(nil)
      #expect(file.readID() == nil)
    }
  }
}

/// A number that a program keeps.
private final class Kept: Sendable {
  private let value = Mutex<MIDIIdentifier?>(nil)

  var id: MIDIIdentifier? {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
