/// The core on which each chain of a graph renders, by list scheduling of measured render times.
///
/// Extensions that hand on to each other stay on one core, since a wake-up on the same core costs a
/// fraction of one across cores. Parallel chains are distributed, the heaviest first.
struct CorePlan: Equatable, Sendable {
  /// A node of one of the graphs that are placed together.
  struct Node: Hashable, Sendable {
    /// The number of its graph, and its own.
    let graph: Int
    let node: Graph.NodeID
  }

  /// Extensions that render one after the other.
  struct Chain: Equatable, Sendable {
    /// The nodes in the order of the signal flow; a single node is a chain too.
    let nodes: [Node]
    /// Nanoseconds that all of them render in a cycle.
    let load: UInt64
  }

  /// The cost of a cycle besides rendering, in ns a node.
  struct Overhead: Equatable, Sendable {
    /// Of the node's core: the switch to its process and the caches that it finds cold.
    var node: UInt64 = 0
    /// Of the core of the graph's render thread: to prepare the first node of a chain, to wake it, to
    /// take its output.
    var host: UInt64 = 0
    /// Of the same core for each other node of a chain, which its predecessor wakes.
    var follower: UInt64 = 0
    /// Until another core has been woken and has woken the render thread in turn; not a node's.
    var wakeUps: UInt64 = 0
  }

  /// The core of each extension in a chain.
  private(set) var cores: [Node: Int] = [:]
  /// The core reserved for the render thread, which has fewer nodes; nil without one.
  private var ownHostCore: Int?

  /// The core of the render thread: the reserved one, otherwise the lowest that has nodes; nil for
  /// any.
  ///
  /// Linux moves an unbound thread that a bound one of real-time priority wakes to an idle core. The
  /// wake-up of that core takes both cores' time, in each cycle.
  var hostCore: Int? { ownHostCore ?? cores.values.min() }

  /// Creates a plan without cores.
  init() {}

  /// Assigns a core of `available` to each chain.
  ///
  /// All chains share one core with the render thread if they render for less time than another core
  /// takes to wake up. They keep their cores of `current`, unless a move saves a fifth of the cycle: a
  /// node that moves finds cold caches. With an `overhead` of the host the render thread of several
  /// chains has a reserved core with fewer nodes.
  init(
    _ chains: [Chain], cores available: [Int], current: CorePlan = CorePlan(),
    overhead: Overhead = Overhead()
  ) {
    guard let first = available.first else { return }
    if overhead.host > 0, chains.count > 1 { ownHostCore = first }
    var loads = Dictionary(uniqueKeysWithValues: available.map { ($0, UInt64(0)) })
    loads[first] = hostLoad(chains, overhead)
    for chain in chains.sorted(by: Self.isHeavier) {
      let core = available.min { (loads[$0] ?? 0, $0) < (loads[$1] ?? 0, $1) } ?? first
      loads[core, default: 0] += Self.load(chain, overhead)
      for node in chain.nodes { cores[node] = core }
    }
    var together = self
    together.cores = cores.mapValues { _ in first }
    // Not before all have rendered: one core may be too slow for what is not yet known.
    if overhead.wakeUps > 0, chains.allSatisfy({ $0.load > 0 }),
      together.duration(chains, overhead) <= duration(chains, overhead)
    {
      self = together
    }
    let kept = current.restricted(to: chains)
    if kept.ownHostCore == ownHostCore, kept.places(chains, on: available),
      kept.duration(chains, overhead) * 4 <= duration(chains, overhead) * 5
    {
      self = kept
    }
  }

  private static func load(_ chain: Chain, _ overhead: Overhead) -> UInt64 {
    max(1, chain.load + overhead.node * UInt64(chain.nodes.count))
  }

  private func hostLoad(_ chains: [Chain], _ overhead: Overhead) -> UInt64 {
    guard ownHostCore != nil else { return 0 }
    return chains.reduce(0) { $0 + overhead.host + overhead.follower * UInt64($1.nodes.count - 1) }
  }

  /// Of two equal loads the older chain comes first, so that equal loads give equal plans.
  private static func isHeavier(_ left: Chain, than right: Chain) -> Bool {
    if left.load != right.load { return left.load > right.load }
    func age(_ chain: Chain) -> (Int, Int) {
      chain.nodes.first.map { ($0.graph, $0.node.number) } ?? (0, 0)
    }
    return age(left) < age(right)
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

  /// The expected time of a cycle, in ns: the load of the busiest core, and the wake-ups of others.
  private func duration(_ chains: [Chain], _ overhead: Overhead) -> UInt64 {
    var loads: [Int: UInt64] = [:]
    if let ownHostCore { loads[ownHostCore] = hostLoad(chains, overhead) }
    for chain in chains {
      guard let core = chain.nodes.first.flatMap({ cores[$0] }) else { continue }
      loads[core, default: 0] += Self.load(chain, overhead)
    }
    return (loads.values.max() ?? 0) + (loads.count > 1 ? overhead.wakeUps : 0)
  }
}
