internal import TenutoRender

/// The connections of the engine's ports: the present ones, the wanted ones, and those that the
/// user has removed.
///
/// Thread: control.
struct GraphPatchbay: Sendable {
  /// The connections as last seen.
  private(set) var connections: Set<PortConnection> = []
  /// The connections that the graph or a rule requires.
  private(set) var wanted: Set<PortConnection> = []
  /// Connections made by other programs and lost with a port, to be restored when it reappears.
  private(set) var waiting: Set<PortConnection> = []
  /// Connections removed by other programs, which are not restored.
  private var declined: Set<PortConnection> = []

  /// Changes by other programs.
  struct Change: Sendable {
    var made: Set<PortConnection> = []
    var broken: Set<PortConnection> = []
    var isEmpty: Bool { made.isEmpty && broken.isEmpty }
  }

  /// The connections to make and to break.
  struct Work: Sendable {
    var toConnect: Set<PortConnection> = []
    var toDisconnect: Set<PortConnection> = []
  }

  /// Sets the connections that the graph and the rules require from now on.
  ///
  /// Breaks connections that are no longer wanted, and makes new ones, even if the user has removed
  /// them before.
  mutating func follow(_ new: Set<PortConnection>) -> Work {
    declined.subtract(new.subtracting(wanted))
    let old = wanted
    wanted = new
    return Work(
      toConnect: missing, toDisconnect: old.subtracting(new).intersection(connections))
  }

  /// Handles other programs' ports that have appeared or disappeared, and makes the connections
  /// that become possible, except those that the user has removed.
  mutating func extend(_ new: Set<PortConnection>) -> Work {
    wanted = new
    return Work(toConnect: missing)
  }

  private var missing: Set<PortConnection> {
    wanted.union(waiting).subtracting(connections).subtracting(declined)
  }

  /// Notes a connection that the engine itself has made or broken.
  mutating func note(_ connection: PortConnection, isConnected: Bool) {
    if isConnected { connections.insert(connection) } else { connections.remove(connection) }
    waiting.remove(connection)
  }

  /// Treats the connections of ports that have just appeared as lost: they belonged to earlier
  /// ports of the same names.
  ///
  /// - Returns: The lost connections.
  mutating func renew(_ ports: Set<String>) -> Set<PortConnection> {
    let stale = connections.filter { connection in
      connection.other.map { ports.contains($0) } ?? false
    }
    waiting.formUnion(stale)
    connections.subtract(stale)
    return stale
  }

  /// Compares the known connections with the server's.
  ///
  /// - Parameters:
  ///   - seen: All connections of the engine's ports.
  ///   - exists: Whether another program's port exists: connections lost with a port were not
  ///     removed.
  /// - Returns: The changes made by other programs.
  mutating func compare(_ seen: Set<PortConnection>, exists: (String) -> Bool) -> Change {
    var change = Change()
    for connection in connections.subtracting(seen) {
      if let other = connection.other, !exists(other) {
        waiting.insert(connection)
        continue
      }
      change.broken.insert(connection)
      if wanted.contains(connection) { declined.insert(connection) }
    }
    change.made = seen.subtracting(connections)
    declined.subtract(seen)
    waiting.subtract(seen)
    waiting.subtract(change.broken)
    connections = seen
    return change
  }

  /// Marks all connections as waiting, since the server has ended.
  mutating func lose() {
    waiting.formUnion(connections)
    connections = []
  }

  /// Removes the connections of removed nodes.
  mutating func forget(_ nodes: Set<Graph.NodeID>) {
    func isGone(_ connection: PortConnection) -> Bool {
      [connection.source.node, connection.destination.node].contains {
        $0.map { nodes.contains($0) } ?? false
      }
    }
    connections = connections.filter { !isGone($0) }
    waiting = waiting.filter { !isGone($0) }
    declined = declined.filter { !isGone($0) }
    wanted = wanted.filter { !isGone($0) }
  }
}
