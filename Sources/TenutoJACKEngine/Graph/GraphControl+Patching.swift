internal import Synchronization
internal import TenutoJACK
internal import TenutoRender

/// Connections.
extension GraphControl {
  /// Handles other programs' ports that have appeared or disappeared, and connects them if
  /// possible.
  func patch(_ work: inout Work) {
    readPorts(&work)
    let toDo = work.patchbay.extend(Set(plan(work).portConnections().values.joined()))
    carryOut(toDo, &work)
  }

  /// Applies an edit of the graph or the rules.
  func patchEdit(_ work: inout Work) {
    readPorts(&work)
    let toDo = work.patchbay.follow(Set(plan(work).portConnections().values.joined()))
    carryOut(toDo, &work)
  }

  /// Compares connections that other programs have made or broken, and returns the change.
  func comparePatches(_ work: inout Work) -> JACKPatchChange? {
    readPorts(&work)
    guard let seen = seenConnections(work) else { return nil }
    releaseNotes(of: work.patchbay.connections.subtracting(seen), work)
    let names = work.ports.names
    let change = work.patchbay.compare(seen) { names.contains($0) }
    var result: JACKPatchChange?
    if !change.isEmpty {
      let plan = plan(work)
      let readBack = GraphReadBack(
        plan: plan, connections: work.patchbay.connections, change: change)
      work.graph = readBack.graph()
      show(work)
      let inGraph = Set(connectionsOfGraph(plan)).union(connectionsOfGraph(self.plan(work)))
      let names = EndNames(work, main)
      result = JACKPatchChange(
        graph: graph, made: patches(change.made.subtracting(inGraph), names),
        broken: patches(change.broken.subtracting(inGraph), names))
    }
    patch(&work)
    return result
  }

  /// Notes that ports have appeared: an earlier port of the same name has lost its connections.
  func renew(_ ports: Set<String>, _ work: inout Work) {
    releaseNotes(of: work.patchbay.renew(ports), work)
  }

  /// Notes that the server has ended.
  ///
  /// The engine's own notes go on when it returns: their ends come after it. The ends of other
  /// programs' notes may be lost.
  func lose(_ work: inout Work) {
    releaseNotes(of: work.patchbay.connections.filter { $0.other != nil }, work)
    work.pause.cancel()
    work.patchbay.lose()
  }

  /// Ends the notes that came through lost connections.
  private func releaseNotes(of lost: Set<PortConnection>, _ work: Work) {
    for connection in lost {
      guard case .own(let node, let port) = connection.destination else { continue }
      for client in [main, work.clients[node]] { client?.releaseNotes(ofPort: port) }
    }
  }

  /// The connections between the engine's own ports that the graph requires.
  private func connectionsOfGraph(_ plan: ConnectionPlan) -> [PortConnection] {
    plan.portConnections().flatMap { link, connections -> Set<PortConnection> in
      if case .rule = link { return [] }
      return connections.filter { $0.other == nil }
    }
  }

  private func readPorts(_ work: inout Work) {
    let names = clients(work).compactMap(\.client.name)
    guard let jack = main.client.client, let ports = try? PortList(jack, own: names) else {
      return
    }
    work.ports = ports
  }

  /// The ports that only listen, by their MIDI inputs.
  private var heard: [Graph.NodeID: String] {
    hasClientForEach ? main.layout.ends.compactMapValues(\.midiInput) : [:]
  }

  /// The ports that record, by their audio outputs.
  private var recorded: [Graph.NodeID: [String?]] {
    hasClientForEach ? main.layout.ends.mapValues(\.recording).filter { !$0.value.isEmpty } : [:]
  }

  private func plan(_ work: Work) -> ConnectionPlan {
    var ends = hasClientForEach ? [:] : main.layout.ends
    for (id, client) in work.clients { ends[id] = client.layout.ends[id] }
    return ConnectionPlan(
      graph: work.graph, rules: work.rules, ends: ends, heard: heard, recorded: recorded,
      ports: work.ports)
  }

  /// Makes and breaks connections; a connection that fails is an event.
  private func carryOut(_ toDo: GraphPatchbay.Work, _ work: inout Work) {
    guard let jack = main.client.client else { return }
    let names = EndNames(work, main)
    let faded = fadeOut(toDo, work)
    defer { fadeIn(faded) }
    for connection in toDo.toDisconnect {
      guard let source = names[connection.source], let destination = names[connection.destination]
      else {
        continue
      }
      try? jack.disconnect(from: source, to: destination)
      work.patchbay.note(connection, isConnected: false)
    }
    for connection in toDo.toConnect {
      guard let source = names[connection.source], let destination = names[connection.destination]
      else {
        continue
      }
      if let other = connection.other, !work.ports.names.contains(other) { continue }
      do throws(JACKError) {
        try Self.connect(jack, source, destination)
        work.patchbay.note(connection, isConnected: true)
      } catch {
        events.yield(
          .connectionFailed(
            source: source, destination: destination, reason: error.description))
      }
    }
    showPatches(work, names)
  }

  /// Attempts at a connection: PipeWire's ports may appear shortly after activation.
  private static let tries = 5

  private static func connect(
    _ jack: JACKClient, _ source: String, _ destination: String
  ) throws(JACKError) {
    for _ in 1..<tries {
      do throws(JACKError) {
        return try jack.connect(from: source, to: destination)
      } catch {
        guard error.code == .noSuchPort || error.code == .connectionFailed else { throw error }
        Pause.milliseconds(20)
      }
    }
    try jack.connect(from: source, to: destination)
  }

  private func showPatches(_ work: Work, _ names: EndNames) {
    var connections: Set<JACKEngineConnection> = []
    var reach = PortReach()
    for connection in work.patchbay.connections {
      guard let source = names[connection.source], let destination = names[connection.destination]
      else {
        continue
      }
      connections.insert(JACKEngineConnection(source: source, destination: destination))
      reach.add(from: source, isOwn: connection.other == nil)
    }
    for client in clients(work) { client.follow(reach) }
    runClients(work)
    let patches = patches(work.patchbay.connections.subtracting(work.patchbay.wanted), names)
    shown.withLock { shown in
      shown.connections = connections
      shown.patches = patches
    }
  }
}

// MARK: - Names

extension GraphControl {
  /// The full names of the engine's ports, in both directions.
  struct EndNames {
    private var names: [GraphEnd: String] = [:]
    private(set) var ends: [String: GraphEnd] = [:]

    init(_ work: Work, _ main: GraphClient) {
      let clients = [main] + work.clients.values
      for client in clients {
        for (node, ends) in client.layout.ends {
          for port in ends.names {
            let name = client.client.fullName(port)
            names[.own(node, port: port)] = name
            self.ends[name] = .own(node, port: port)
          }
        }
      }
    }

    subscript(_ end: GraphEnd) -> String? {
      if case .other(let name) = end { return name }
      return names[end]
    }

    subscript(_ name: String) -> GraphEnd { ends[name] ?? .other(name) }
  }

  /// All connections of the engine's ports, or nil if the server gives no answer.
  private func seenConnections(_ work: Work) -> Set<PortConnection>? {
    guard let jack = main.client.client else { return nil }
    let names = EndNames(work, main)
    var seen: Set<PortConnection> = []
    for client in clients(work) {
      for entry in client.client.plan {
        let name = client.client.fullName(entry.name)
        guard let others = try? jack.connections(of: name) else { return nil }
        for other in others {
          seen.insert(
            entry.direction == .output
              ? PortConnection(source: names[name], destination: names[other])
              : PortConnection(source: names[other], destination: names[name]))
        }
      }
    }
    return seen
  }

  /// A connection that only listens or records is not a patch, since it changes no sound.
  private func patches(_ connections: Set<PortConnection>, _ names: EndNames) -> Set<JACKPatch> {
    let (heard, recorded) = (heard, recorded)
    return Set(
      connections.compactMap { connection in
        if case .own(let node, let port) = connection.source {
          return names[connection.destination].map {
            JACKPatch(node: node, port: port, other: $0, isInput: false)
          }
        }
        guard case .own(let node, let port) = connection.destination, heard[node] == nil,
          recorded[node] == nil
        else {
          return nil
        }
        return names[connection.source].map {
          JACKPatch(node: node, port: port, other: $0, isInput: true)
        }
      })
  }
}
