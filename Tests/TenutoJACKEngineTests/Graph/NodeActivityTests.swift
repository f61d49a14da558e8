import Testing

@testable import TenutoJACKEngine
@testable import TenutoRender

/// Which of several nodes in one client was late.
@Suite struct NodeActivityTests {
  private let nodes: [Graph.NodeID] = {
    var graph = Graph()
    return (0..<3).map { graph.add(.midiInput, name: "node \($0)") }
  }()

  /// Readings with a number of misses, and a total time in ns of a number of measured cycles.
  private func readings(
    _ values: [(misses: UInt64, nanoseconds: UInt64, cycles: UInt64)]
  ) -> [Graph.NodeID: NodeReading] {
    Dictionary(
      uniqueKeysWithValues: zip(nodes, values).map { node, value in
        var reading = NodeReading()
        reading.misses = value.misses
        reading.renderNanoseconds = value.nanoseconds
        reading.measuredCycles = value.cycles
        return (node, reading)
      })
  }

  @Test func aNodeWithNewMissesIsBlamed() {
    var activity = NodeActivity()
    activity.look(readings([(9, 0, 0), (0, 0, 0), (1, 0, 0)]))
    let found = activity.cause(readings([(9, 900, 1), (1, 10, 1), (4, 10, 1)]))
    #expect(found?.node == nodes[2] && found?.isLate == true)
  }

  @Test func withoutMissesTheSlowestSinceThenIs() {
    var activity = NodeActivity()
    activity.look(readings([(0, 9000, 10), (0, 100, 10), (0, 100, 10)]))
    let found = activity.cause(readings([(0, 9100, 20), (0, 2100, 20), (0, 1100, 20)]))
    #expect(found?.node == nodes[1] && found?.isLate == false)
  }

  @Test func aRecreatedNodeCountsFromZero() {
    var activity = NodeActivity()
    activity.look(readings([(9, 9000, 10), (0, 0, 0), (0, 0, 0)]))
    let found = activity.cause(readings([(1, 50, 1), (0, 100, 2), (0, 90, 1)]))
    #expect(found?.node == nodes[2] && found?.isLate == false)
    #expect(NodeActivity().cause([:]) == nil)
  }

  /// A report names a node, or states that none of the host's nodes was late.
  @Test func aReportWithoutANodeBlamesNone() {
    var graph = Graph()
    let node = graph.add(.midiInput, name: "lead")
    let report = XrunReport(
      time: 0, cause: .late(instance: 3), name: "", nanoseconds: 2000, period: 1000)
    let named = report.attributed(to: (node, true), in: graph)
    #expect(named.cause == .late(instance: 0) && named.sentence.contains(": lead had not"))
    for none in [
      report.attributed(to: nil, in: graph), report.attributed(to: (node, true), in: Graph()),
    ] {
      #expect(none.cause == .other && none.instance == nil)
      #expect(none.sentence == "JACK missed a cycle, and no node of this host was late")
    }
  }
}
