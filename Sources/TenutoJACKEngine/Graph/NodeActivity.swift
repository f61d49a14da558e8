internal import TenutoRender

/// Counters of one client's nodes since the last look, to find the cause of an xrun.
struct NodeActivity: Sendable {
  private var last: [Graph.NodeID: NodeReading] = [:]

  /// Stores the nodes' counters.
  mutating func look(_ readings: [Graph.NodeID: NodeReading]) { last = readings }

  /// The node that has missed most cycles since the last look, or else the node that rendered
  /// longest; nil if no node was active.
  func cause(_ readings: [Graph.NodeID: NodeReading]) -> (node: Graph.NodeID, isLate: Bool)? {
    var missed: (Graph.NodeID, UInt64)?
    var slowest: (Graph.NodeID, UInt64)?
    for (node, reading) in readings.sorted(by: { $0.key < $1.key }) {
      let before = last[node]
      // A node that was replaced counts from 0.
      let known = before?.misses ?? 0
      let misses = reading.misses > known ? reading.misses - known : 0
      if misses > missed?.1 ?? 0 { missed = (node, misses) }
      let time = Self.meanTime(reading, since: before)
      if time > slowest?.1 ?? 0 { slowest = (node, time) }
    }
    if let missed { return (missed.0, true) }
    return slowest.map { ($0.0, false) }
  }

  /// The approximate nanoseconds of a cycle.
  private static func meanTime(_ reading: NodeReading, since before: NodeReading?) -> UInt64 {
    let (cycles, time) = (before?.measuredCycles ?? 0, before?.renderNanoseconds ?? 0)
    guard reading.measuredCycles > cycles, reading.renderNanoseconds >= time else { return 0 }
    return (reading.renderNanoseconds - time) / (reading.measuredCycles - cycles)
  }
}
