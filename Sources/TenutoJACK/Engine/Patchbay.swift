/// A port of a connection: one of the engine's own keeps its place when its client is renamed.
enum PatchPort: Hashable, Sendable {
  case own(client: Int, port: String)
  case other(String)
}

/// A connection of one of the engine's ports.
struct PatchCord: Hashable, Sendable {
  let source: PatchPort
  let destination: PatchPort
}

/// The connections of the engine's ports: as they are, and those that wait for a port to appear.
///
/// Thread: control.
struct Patchbay {
  private let clients: [EngineClient]
  /// As last seen.
  private var cords: Set<PatchCord> = []
  /// Wanted, but a port is missing.
  private var waiting: Set<PatchCord> = []

  /// How often a connection is tried: PipeWire's ports may come a moment after activation.
  private static let tries = 5

  /// Why a connection was not made.
  struct Failure: Sendable {
    let connection: JACKEngineConnection
    let reason: String
  }

  init(_ clients: [EngineClient]) { self.clients = clients }

  var hasWaiting: Bool { !waiting.isEmpty }

  /// The connections that are or shall be.
  var wanted: Set<PatchCord> { cords.union(waiting) }

  /// The connections as last seen, by full names.
  var connections: Set<JACKEngineConnection> { Set(cords.map(connection)) }

  /// Who hears the outputs.
  var reach: PortReach {
    var reach = PortReach()
    for cord in cords {
      guard case .own = cord.source else { continue }
      if case .own = cord.destination {
        reach.add(from: name(cord.source), isOwn: true)
      } else {
        reach.add(from: name(cord.source), isOwn: false)
      }
    }
    return reach
  }

  func connection(_ cord: PatchCord) -> JACKEngineConnection {
    JACKEngineConnection(source: name(cord.source), destination: name(cord.destination))
  }

  private func name(_ port: PatchPort) -> String {
    switch port {
    case .own(let client, let port): clients[client].fullName(port)
    case .other(let name): name
    }
  }

  private func port(named name: String) -> PatchPort {
    for (index, client) in clients.enumerated() {
      for entry in client.plan where client.fullName(entry.name) == name {
        return .own(client: index, port: entry.name)
      }
    }
    return .other(name)
  }

  /// Looks at the server: what the user has patched counts.
  mutating func refresh() {
    var seen: Set<PatchCord> = []
    for (index, client) in clients.enumerated() {
      guard let jack = client.client else { return }
      for entry in client.plan {
        // A server that is about to go gives no answer: keep what was seen before.
        guard let names = try? jack.connections(of: client.fullName(entry.name)) else { return }
        let own = PatchPort.own(client: index, port: entry.name)
        for name in names {
          let other = port(named: name)
          seen.insert(
            entry.direction == .output
              ? PatchCord(source: own, destination: other)
              : PatchCord(source: other, destination: own))
        }
      }
    }
    cords = seen
    waiting.subtract(seen)
  }

  /// Makes a connection, or notes it for later and says why.
  mutating func connect(_ cord: PatchCord) -> Failure? {
    let connection = connection(cord)
    guard let jack = clients.first?.client else { return nil }
    for attempt in 1...Self.tries {
      do throws(JACKError) {
        try jack.connect(from: connection.source, to: connection.destination)
        cords.insert(cord)
        waiting.remove(cord)
        return nil
      } catch {
        guard attempt == Self.tries || isHopeless(cord, error) else {
          Pause.milliseconds(20)
          continue
        }
        let isNew = waiting.insert(cord).inserted
        return isNew ? Failure(connection: connection, reason: error.description) : nil
      }
    }
    return nil
  }

  /// Another program's port that is missing is not worth a wait.
  private func isHopeless(_ cord: PatchCord, _ error: JACKError) -> Bool {
    guard error.code == .noSuchPort else { return error.code != .connectionFailed }
    if case .other = cord.source { return true }
    if case .other = cord.destination { return true }
    return false
  }

  /// Makes all connections that are wanted, after the clients have been opened again.
  mutating func restore() -> [Failure] {
    let all = wanted
    cords = []
    return all.compactMap { connect($0) }
  }

  /// Tries those that wait for a port.
  mutating func retry() {
    for cord in waiting { _ = connect(cord) }
  }
}
