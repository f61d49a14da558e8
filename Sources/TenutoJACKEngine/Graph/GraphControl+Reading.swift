internal import Synchronization
internal import TenutoRender

/// State for other threads to read.
extension GraphControl {
  /// The server's format, or the last server's if none runs.
  var format: JACKServerFormat { shown.withLock { $0.format } }

  /// The realtime priority of the extensions, or nil.
  var priority: Int32? { shown.withLock { $0.priority } }

  /// The current rules.
  var rules: [Graph.NodeID: [PortRule]] { shown.withLock { $0.rules } }

  /// The connections as last seen.
  var connections: Set<JACKEngineConnection> { shown.withLock { $0.connections } }

  /// The connections that only the user has made.
  var patches: Set<JACKPatch> { shown.withLock { $0.patches } }

  /// Whether there is a server.
  var isOpen: Bool {
    get { shown.withLock { $0.isOpen } }
    set { shown.withLock { $0.isOpen = newValue } }
  }

  /// Whether the server runs no cycles.
  var isStalled: Bool {
    get { shown.withLock { $0.isStalled } }
    set { shown.withLock { $0.isStalled = newValue } }
  }

  /// The clients that render nodes, in the order of the nodes.
  var renderers: [GraphClient] {
    guard hasClientForEach else { return [main] }
    return shown.withLock { shown in
      shown.routes.sorted { $0.key < $1.key }.map(\.value.client)
    }
  }

  /// The names of all clients, the main one first.
  var clientNames: [String] {
    let clients = hasClientForEach ? [main] + renderers : [main]
    return clients.compactMap(\.client.name)
  }

  /// The counters of all clients together.
  var reading: EngineReading {
    var total = main.statistics.read()
    for client in renderers where client !== main {
      let reading = client.statistics.read()
      if reading.sampleTime > total.sampleTime {
        (total.sampleTime, total.lastCycleTime) = (reading.sampleTime, reading.lastCycleTime)
      }
      total.cycles = max(total.cycles, reading.cycles)
      total.busyNanoseconds += reading.busyNanoseconds
    }
    total.xruns = words.xruns
    return total
  }

  /// The counters of each node.
  func readings() -> [Graph.NodeID: NodeReading] {
    let routes = shown.withLock { $0.routes }
    guard hasClientForEach else {
      var readings = main.prepared?.nodeReadings() ?? [:]
      for id in readings.keys where routes[id] == nil { readings[id] = nil }
      for id in readings.keys {
        readings[id]?.clippedSamples = main.clippedSampleCount(of: id)
      }
      return readings
    }
    var readings: [Graph.NodeID: NodeReading] = [:]
    for (id, route) in routes {
      guard var reading = route.client.prepared?.nodeReadings()[route.node] else { continue }
      reading.lostEvents += route.client.words.lostMessages
      reading.clippedSamples = route.client.clippedSampleCount()
      readings[id] = reading
    }
    return readings
  }

  /// The state of each node with a sound file.
  func fileStates() -> [Graph.NodeID: FileNodeState] {
    guard hasClientForEach else { return main.prepared?.fileStates() ?? [:] }
    return shown.withLock(\.routes).compactMapValues { route in
      route.client.prepared?.fileStates()[route.node]
    }
  }
}
