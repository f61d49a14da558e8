internal import TenutoRender

/// The connections of the engine's ports: the present ones, the wanted ones, and those that the
/// user has removed.
///
/// Thread: control.
struct GraphPatchbay: Sendable {
  /// As last seen.
  private(set) var connections: Set<PortConnection> = []
  /// Wanted by the graph or a rule.
  private(set) var wanted: Set<PortConnection> = []
  /// Made by others and lost with a port, to be made again when it is there.
  private(set) var waiting: Set<PortConnection> = []
  /// Taken away by others: not made again.
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

  /// Follows what the graph and the rules want from now on.
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

  /// Follows ports of others that come or go, and makes the connections that become possible,
  /// except those that the user has removed.
  mutating func extend(_ new: Set<PortConnection>) -> Work {
    wanted = new
    return Work(toConnect: missing)
  }

  private var missing: Set<PortConnection> {
    wanted.union(waiting).subtracting(connections).subtracting(declined)
  }

  /// Notes what the engine itself has made or broken.
  mutating func note(_ connection: PortConnection, isConnected: Bool) {
    if isConnected { connections.insert(connection) } else { connections.remove(connection) }
    waiting.remove(connection)
  }

  /// Takes the connections of ports that have just appeared for lost: those were of ports of the same
  /// names, which have gone.
  mutating func renew(_ ports: Set<String>) {
    let stale = connections.filter { connection in
      connection.other.map { ports.contains($0) } ?? false
    }
    waiting.formUnion(stale)
    connections.subtract(stale)
  }

  /// Compares with what the server has.
  ///
  /// - Parameters:
  ///   - seen: All connections of the engine's ports.
  ///   - exists: Whether a port of others is there: what went with its port has not been taken away.
  /// - Returns: What others have changed.
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

  /// Moves all connections to the waiting ones: the server has gone.
  mutating func lose() {
    waiting.formUnion(connections)
    connections = []
  }

  /// Forgets the connections of nodes that are gone.
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
