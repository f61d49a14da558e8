import TenutoJACK
import TenutoRender

/// The graph of a session: chains of extensions, and the attackers.
struct Arrangement {
  private(set) var graph = Graph()
  private(set) var chains: [[Graph.NodeID]] = []
  private(set) var attackers: [Graph.NodeID] = []
  private let hasOutputs: Bool

  /// Starts the instances.
  ///
  /// If the graph is a single JACK client, `hasOutputs` gives it output ports.
  init(chainCount: Int, isAttacked: Bool, hasOutputs: Bool) throws {
    self.hasOutputs = hasOutputs
    for number in 0..<chainCount {
      let names = Recipe.codes.indices.map { "chain\(number)-\($0)" }
      let chain = try zip(Recipe.codes, names).map { code, name in
        graph.add(.instance(try Recipe.start(code)), name: name)
      }
      for (source, destination) in zip(chain, chain.dropFirst()) {
        graph.connect(source, to: destination)
      }
      chains.append(chain)
    }
    if isAttacked {
      attackers = try Attacker.allCases.map { attacker in
        graph.add(.instance(try Recipe.start(Attacker.code)), name: attacker.rawValue)
      }
    }
    guard hasOutputs else { return }
    for node in chains.compactMap(\.last) + attackers {
      let output = graph.add(
        .audioOutput(channelCount: 2), name: "\(graph[node]?.name ?? "")-out")
      graph.connect(node, to: output)
    }
  }

  /// Returns the full name of the first port at each chain's end; `clientNames` are the engine's.
  func outputs(clientNames: [String]) -> [String] {
    chains.enumerated().compactMap { number, chain in
      guard let last = chain.last, let node = graph[last] else { return nil }
      if hasOutputs { return clientNames.first.map { "\($0):\(node.name)-out_1" } }
      // The first client manages the connections; the nodes' clients follow in order.
      let place = 1 + number * chain.count + chain.count - 1
      return place < clientNames.count ? "\(clientNames[place]):out_1" : nil
    }
  }
}
