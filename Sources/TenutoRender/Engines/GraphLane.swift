internal import Synchronization

/// The position of a graph among the graphs that one thread renders, such as the clients of a JACK
/// engine.
///
/// The graphs of a chain render one after the other and share a core, as the nodes of a chain do.
package struct GraphLane: Sendable, Equatable {
  /// The number of the engine.
  let group: Int
  /// The number of the chain in the engine, and the graph's position in it.
  let chain: Int
  let position: Int

  /// Creates a position.
  package init(group: Int, chain: Int, position: Int) {
    self.group = group
    self.chain = chain
    self.position = position
  }
}

extension PreparedGraph {
  /// Sets the position of the graph; nil for a graph with a separate thread.
  ///
  /// Thread: control.
  package func setLane(_ lane: GraphLane?) {
    let isNew = self.lane.withLock { old in
      defer { old = lane }
      return old != lane
    }
    if isNew { CorePlacer.noteChange() }
  }
}

/// The graphs that one thread renders before and after a graph with a single extension.
struct GraphNeighbours: Sendable {
  /// The graph whose only extension may hand on to this one's.
  weak var lead: PreparedGraph?
  /// For each input channel of this one's extension, the channel of the other's, or nil for silence.
  var sources: [Int?] = []
  /// The graph of which this one is the lead.
  weak var follower: PreparedGraph?
}

extension PreparedGraph {
  /// Lets the only extension of `lead` hand on to this graph's, as far as the render thread allows
  /// it; nil ends that.
  ///
  /// Thread: control.
  /// - Parameters:
  ///   - lead: A graph that the same thread renders.
  ///   - inputs: For each channel of the engine's input, the channel of the lead's output, or nil
  ///     for silence.
  package func setLead(_ lead: PreparedGraph?, inputs: [Int: Int]) {
    let sources = lead.flatMap { relayed($0, inputs) }
    let lead = sources == nil ? nil : lead
    let isNew = neighbours.withLock { neighbours in
      defer { (neighbours.lead, neighbours.sources) = (lead, sources ?? []) }
      return neighbours.lead !== lead || neighbours.sources != sources ?? []
    }
    lead?.neighbours.withLock { $0.follower = self }
    if isNew { linkChainsLater() }
  }

  /// For each channel of the only extension, that of the lead's; nil if something else is heard.
  private func relayed(_ lead: PreparedGraph, _ inputs: [Int: Int]) -> [Int?]? {
    guard let own = state.withLock({ $0.schedule }),
      let other = lead.state.withLock({ $0.schedule }),
      let entry = own.entries.first(where: \.isExtension)
    else { return nil }
    var sources: [Int?] = []
    for channel in entry.inputs {
      guard channel.count < 2, channel.allSatisfy({ $0.node == Schedule.Source.engine }) else {
        return nil
      }
      guard let output = channel.first.flatMap({ inputs[$0.channel] }) else {
        sources.append(nil)
        continue
      }
      guard other.outputs.indices.contains(output), other.outputs[output].count == 1,
        let source = other.outputs[output].first, source.node != Schedule.Source.engine,
        other.entries[source.node].isExtension
      else { return nil }
      sources.append(source.channel)
    }
    return sources
  }
}

/// Graphs whose extensions are placed together.
struct GraphGroup: Sendable {
  /// Not empty.
  let graphs: [PreparedGraph]
  /// Identifies the group from one pass to the next.
  let key: Key

  enum Key: Hashable, Sendable {
    case graph(Int)
    case engine(Int)
  }

  /// The groups of all graphs.
  static func all(_ graphs: [PreparedGraph]) -> [GraphGroup] {
    Dictionary(grouping: graphs) { graph in
      graph.lane.withLock { $0.map { .engine($0.group) } ?? Key.graph(graph.serial) }
    }.map { GraphGroup(graphs: $1.sorted { $0.serial < $1.serial }, key: $0) }
  }

  init(graphs: [PreparedGraph], key: Key) {
    self.graphs = graphs
    self.key = key
  }

  /// A group of one graph.
  init(_ graph: PreparedGraph) {
    self.init(graphs: [graph], key: .graph(graph.serial))
  }

  /// The costs of a cycle besides rendering: measured in JACK periods of 64 frames with 8 and 32
  /// gains side by side, and with four chains of four.
  var overhead: CorePlan.Overhead {
    if case .engine = key {
      return CorePlan.Overhead(node: 5000, host: 6500, follower: 2000, wakeUps: 40_000)
    }
    return CorePlan.Overhead(node: 8000, wakeUps: 40_000)
  }

  /// The chains of all, and how long they render; empty if there is but a single node.
  func chains() -> [CorePlan.Chain] {
    let single = graphs.count == 1 ? graphs[0].chains() : lanes()
    return single.map(\.nodes.count) == [1] ? [] : single
  }

  private func lanes() -> [CorePlan.Chain] {
    let places = graphs.compactMap { graph in graph.lane.withLock(\.self).map { (graph, $0) } }
    return Dictionary(grouping: places, by: \.1.chain).sorted { $0.key < $1.key }
      .compactMap { _, members in
        let chains = members.sorted { $0.1.position < $1.1.position }.flatMap { $0.0.chains() }
        let nodes = chains.flatMap(\.nodes)
        return nodes.isEmpty
          ? nil : CorePlan.Chain(nodes: nodes, load: chains.reduce(0) { $0 + $1.load })
      }
  }
}
