internal import TenutoRender

/// The connections of the engine's ports: as they are, as they are wanted, and those that somebody
/// has taken away.
///
/// Thread: control.
struct GraphPatchbay: Sendable {
  /// As last seen.
  private(set) var cords: Set<GraphCord> = []
  /// Wanted by the graph or a rule.
  private(set) var wanted: Set<GraphCord> = []
  /// Made by others and lost with a port, to be made again when it is there.
  private(set) var waiting: Set<GraphCord> = []
  /// Taken away by others: not made again.
  private var declined: Set<GraphCord> = []

  /// What others have changed.
  struct Change: Sendable {
    var made: Set<GraphCord> = []
    var broken: Set<GraphCord> = []
    var isEmpty: Bool { made.isEmpty && broken.isEmpty }
  }

  /// What is to be made and to be broken.
  struct Work: Sendable {
    var toConnect: Set<GraphCord> = []
    var toDisconnect: Set<GraphCord> = []
  }

  /// Follows what the graph and the rules want from now on.
  ///
  /// What nobody wants any more is broken, what is wanted for the first time is made, also where
  /// somebody has taken it away before.
  mutating func follow(_ new: Set<GraphCord>) -> Work {
    declined.subtract(new.subtracting(wanted))
    let old = wanted
    wanted = new
    return Work(
      toConnect: missing, toDisconnect: old.subtracting(new).intersection(cords))
  }

  /// Follows ports of others that have come or gone: what that makes possible is to be made, but for
  /// what somebody has taken away.
  mutating func extend(_ new: Set<GraphCord>) -> Work {
    wanted = new
    return Work(toConnect: missing)
  }

  private var missing: Set<GraphCord> {
    wanted.union(waiting).subtracting(cords).subtracting(declined)
  }

  /// Notes what the engine itself has made or broken.
  mutating func note(_ cord: GraphCord, isConnected: Bool) {
    if isConnected { cords.insert(cord) } else { cords.remove(cord) }
    waiting.remove(cord)
  }

  /// Takes the connections of ports that have just appeared for lost: those were of ports of the same
  /// names, which have gone.
  mutating func renew(_ ports: Set<String>) {
    let stale = cords.filter { cord in cord.other.map { ports.contains($0) } ?? false }
    waiting.formUnion(stale)
    cords.subtract(stale)
  }

  /// Compares with what the server has.
  ///
  /// - Parameters:
  ///   - seen: All connections of the engine's ports.
  ///   - exists: Whether a port of others is there: what went with its port has not been taken away.
  /// - Returns: What others have changed.
  mutating func compare(_ seen: Set<GraphCord>, exists: (String) -> Bool) -> Change {
    var change = Change()
    for cord in cords.subtracting(seen) {
      if let other = cord.other, !exists(other) {
        waiting.insert(cord)
        continue
      }
      change.broken.insert(cord)
      if wanted.contains(cord) { declined.insert(cord) }
    }
    change.made = seen.subtracting(cords)
    declined.subtract(seen)
    waiting.subtract(seen)
    waiting.subtract(change.broken)
    cords = seen
    return change
  }

  /// Takes all connections for those that wait: the server has gone.
  mutating func lose() {
    waiting.formUnion(cords)
    cords = []
  }

  /// Forgets the connections of nodes that are gone.
  mutating func forget(_ nodes: Set<Graph.NodeID>) {
    func isGone(_ cord: GraphCord) -> Bool {
      [cord.source.node, cord.destination.node].contains { $0.map { nodes.contains($0) } ?? false }
    }
    cords = cords.filter { !isGone($0) }
    waiting = waiting.filter { !isGone($0) }
    declined = declined.filter { !isGone($0) }
    wanted = wanted.filter { !isGone($0) }
  }
}
