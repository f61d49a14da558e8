import Observation
import Synchronization
import TenutoJACK
import TenutoMIDI
import Testing

extension MIDIClientTests {
  /// A manager's support of the Observation framework, and its lists of endpoints.
  @Suite struct ObservationTests {
    @Test func endpointsAndDevicesCanBeObserved() throws {
      let stage = try Stage()
      defer { stage.close() }
      let manager: ObservableMIDIManager = stage.manager
      let (endpoints, devices) = (Flag(), Flag())
      // The notifications of the start come before.
      #expect(eventually { stage.notices.lines == ["start"] })
      withObservationTracking {
        #expect(manager.observableEndpoints.outputs.isEmpty)
      } onChange: {
        endpoints.raise()
      }
      withObservationTracking {
        #expect(manager.observableDevices.devices.isEmpty)
      } onChange: {
        devices.raise()
      }
      _ = try stage.device.addOutput(named: "keys")
      #expect(eventually { endpoints.isRaised && devices.isRaised })
      #expect(manager.observableEndpoints.outputs.map(\.name) == ["keys"])
      #expect(manager.observableDevices.devices.map(\.name) == ["device"])
    }

    @Test func aManagerThatStopsShowsNothing() async throws {
      let stage = try Stage()
      defer { stage.close() }
      _ = try stage.device.addOutput(named: "keys")
      var stream = stage.manager.endpointsStream().makeAsyncIterator()
      while let next = await stream.next(), next.outputs.isEmpty {}
      stage.manager.stop()
      while let next = await stream.next(), !next.outputs.isEmpty {}
      #expect(stage.manager.endpoints.outputs.isEmpty)
    }

    @Test func listsOfEndpointsAreSearchedAndSorted() throws {
      let stage = try Stage()
      defer { stage.close() }
      _ = try stage.device.addOutput(named: "b", traits: .called("Keys"))
      _ = try stage.device.addOutput(named: "A", traits: .called("organ"))
      _ = try stage.device.addInput(named: "in") { _ in }
      let manager = stage.manager
      #expect(
        eventually { manager.endpoints.outputs.count == 2 && manager.endpoints.inputs.count == 1 })
      let outputs = manager.endpoints.outputs
      #expect(outputs.sortedByName().map(\.name) == ["A", "b"])
      #expect(outputs.sortedByDisplayName().map(\.displayName) == ["Keys", "organ"])
      let keys = try #require(outputs.first(whereName: "b"))
      #expect(outputs.first(whereDisplayName: "Keys") == keys)
      #expect(outputs.first(whereUniqueID: keys.uniqueID) == keys)
      #expect(outputs.first(whereUniqueID: 0, fallbackDisplayName: "Keys") == keys)
      #expect(outputs.contains(whereName: "b") && !outputs.contains(whereName: "c"))
      #expect(outputs.contains(whereDisplayName: "organ") && !outputs.contains(whereUniqueID: 0))
      #expect(outputs.filter(whereName: "b") == [keys])
      #expect(outputs.filter(whereDisplayName: "Keys") == [keys])
      #expect(outputs.asIdentities() == Set(outputs.map { .uniqueID($0.uniqueID) }))
      let any = outputs.asAnyEndpoints() + manager.endpoints.inputs.asAnyEndpoints()
      #expect(any.map(\.endpointType) == [.output, .output, .input])
    }
  }
}

/// An event flag.
private final class Flag: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .sequentiallyConsistent) }

  var isRaised: Bool { raised.load(ordering: .sequentiallyConsistent) }
}
