/// The core on which each chain of a graph renders, by list scheduling of measured render times.
///
/// Extensions that hand on to each other stay on one core, where a wake-up costs a fraction of what
/// it costs across cores. Parallel chains are distributed, the heaviest first.
struct CorePlan: Equatable, Sendable {
  /// Extensions that hand on from one to the next.
  struct Chain: Equatable, Sendable {
    /// The nodes in the order of the signal flow; a single node is a chain too.
    let nodes: [Graph.NodeID]
    /// Nanoseconds that all of them render in a cycle.
    let load: UInt64
  }

  /// The core of each extension in a chain.
  private(set) var cores: [Graph.NodeID: Int] = [:]

  /// The common core of all nodes, or nil if they have several or none.
  var onlyCore: Int? {
    let all = Set(cores.values)
    return all.count == 1 ? all.first : nil
  }

  /// Creates a plan without cores.
  init() {}

  /// Assigns a core of `available` to each chain.
  ///
  /// All chains keep their cores of `current`, unless a move takes a fifth of the load off the
  /// busiest core: a node that moves finds cold caches.
  init(_ chains: [Chain], cores available: [Int], current: CorePlan = CorePlan()) {
    guard !available.isEmpty else { return }
    var loads = Dictionary(uniqueKeysWithValues: available.map { ($0, UInt64(0)) })
    for chain in chains.sorted(by: Self.isHeavier) {
      let core = available.min { (loads[$0] ?? 0, $0) < (loads[$1] ?? 0, $1) } ?? available[0]
      loads[core, default: 0] += max(1, chain.load)
      for node in chain.nodes { cores[node] = core }
    }
    let kept = current.restricted(to: chains)
    if kept.places(chains, on: available),
      kept.busiest(chains) * 4 <= busiest(chains) * 5
    {
      self = kept
    }
  }

  /// Of two equal loads the older chain comes first, so that equal loads give equal plans.
  private static func isHeavier(_ left: Chain, than right: Chain) -> Bool {
    if left.load != right.load { return left.load > right.load }
    return (left.nodes.first?.number ?? 0) < (right.nodes.first?.number ?? 0)
  }

  private func restricted(to chains: [Chain]) -> CorePlan {
    let nodes = Set(chains.flatMap(\.nodes))
    var plan = self
    plan.cores = cores.filter { nodes.contains($0.key) }
    return plan
  }

  /// Whether each chain has one core of `available`.
  private func places(_ chains: [Chain], on available: [Int]) -> Bool {
    chains.allSatisfy { chain in
      let own = Set(chain.nodes.map { cores[$0] ?? -1 })
      return own.count == 1 && own.isSubset(of: available)
    }
  }

  /// The load of the busiest core, in ns.
  private func busiest(_ chains: [Chain]) -> UInt64 {
    var loads: [Int: UInt64] = [:]
    for chain in chains {
      guard let core = chain.nodes.first.flatMap({ cores[$0] }) else { continue }
      loads[core, default: 0] += max(1, chain.load)
    }
    return loads.values.max() ?? 0
  }
}
