internal import TenutoRender

/// The clients that one thread runs.
extension GraphControl {
  /// Lets the runner run all clients, in the order of the signal flow.
  func runClients(_ work: Work) {
    guard let runner, main.served != nil else { return }
    let all = clients(work).filter { $0.served != nil }
    let indices = Dictionary(
      uniqueKeysWithValues: all.enumerated().map { (ObjectIdentifier($1), $0) })
    var feeders = Array(repeating: Set<Int>(), count: all.count)
    for connection in work.patchbay.connections {
      guard let source = index(of: connection.source, work, indices),
        let destination = index(of: connection.destination, work, indices), source != destination
      else { continue }
      feeders[destination].insert(source)
    }
    var lanes = feeders
    // The main client only listens.
    if let index = indices[ObjectIdentifier(main)] { lanes[index] = [] }
    setLanes(all, lanes, work.patchbay.connections)
    let order = SignalOrder(feeders: feeders).entries.prefix(CycleRunner.capacity)
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.index, $0) })
    runner.run(
      order.compactMap { entry in
        all[entry.index].served.map { served in
          RunnerControl.Served(
            client: served, sources: entry.feeders.compactMap { places[$0] }.sorted())
        }
      })
  }

  /// Sets which clients render one after the other: they share a core, and hand on to each other.
  private func setLanes(
    _ all: [GraphClient], _ feeders: [Set<Int>], _ connections: Set<PortConnection>
  ) {
    for (chain, members) in SignalOrder.chains(feeders).enumerated() {
      for (position, member) in members.enumerated() {
        all[member].prepared?.setLane(
          GraphLane(group: number, chain: chain, position: position))
        let lead = position > 0 ? all[members[position - 1]] : nil
        all[member].prepared?.setLead(
          lead?.prepared, inputs: lead.map { all[member].inputs(from: $0, connections) } ?? [:])
      }
    }
  }

  /// The client of an end of a connection: the main one if the node has no separate client.
  private func index(
    of end: GraphEnd, _ work: Work, _ indices: [ObjectIdentifier: Int]
  ) -> Int? {
    guard let node = end.node else { return nil }
    return indices[ObjectIdentifier(work.clients[node] ?? main)]
  }
}

extension GraphClient {
  /// For the channels of its graph's input, the channels of another client's output to which their
  /// ports are connected.
  fileprivate func inputs(
    from other: GraphClient, _ connections: Set<PortConnection>
  ) -> [Int: Int] {
    var inputs: [Int: Int] = [:]
    for connection in connections {
      guard let input = channel(of: connection.destination),
        let output = other.channel(of: connection.source)
      else { continue }
      inputs[input] = output
    }
    return inputs
  }

  /// The channel of its graph for an end of a connection; nil for another client's and for MIDI.
  private func channel(of end: GraphEnd) -> Int? {
    guard case .own(let node, let name) = end, layout.nodes[node] != nil,
      let port = layout.ports.first(where: { $0.plan.name == name })
    else { return nil }
    switch port.binding {
    case .audioInput, .audioOutput: return prepared?.index(of: port.binding)
    case .midiInput, .midiOutput, .recording: return nil
    }
  }
}

/// An order of clients in which each one follows all clients that feed it.
struct SignalOrder {
  /// A client, and the earlier clients that feed it.
  struct Entry: Equatable {
    let index: Int
    let feeders: Set<Int>
  }

  private(set) var entries: [Entry] = []

  /// The chains: each client feeds only the next one and is fed only by the previous one.
  ///
  /// Every other client is a chain of one.
  static func chains(_ feeders: [Set<Int>]) -> [[Int]] {
    var followers: [Int: [Int]] = [:]
    for (index, own) in feeders.enumerated() {
      for feeder in own { followers[feeder, default: []].append(index) }
    }
    func next(_ index: Int) -> Int? {
      guard let all = followers[index], all.count == 1, feeders[all[0]].count == 1 else {
        return nil
      }
      return all[0]
    }
    let inner = Set(feeders.indices.compactMap(next))
    return feeders.indices.filter { !inner.contains($0) }.map { head in
      Array(sequence(first: head, next: next))
    }
  }

  /// Clients in a cycle, which JACK breaks at some connection, count as feeding no client.
  init(feeders: [Set<Int>]) {
    var placed: Set<Int> = []
    var left = Array(feeders.indices)
    while !left.isEmpty {
      let ready = left.filter { feeders[$0].isSubset(of: placed) }
      guard !ready.isEmpty else { break }
      entries += ready.map { Entry(index: $0, feeders: feeders[$0]) }
      placed.formUnion(ready)
      left.removeAll { placed.contains($0) }
    }
    entries += left.map { Entry(index: $0, feeders: []) }
  }
}
