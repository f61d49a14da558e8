/// Predicts the time from root to sink from the costs of its parts, for any number of cores.
struct PeriodModel {
  /// The processes between root and sink.
  enum Way {
    /// A client of JACK for each node; a client wakes the next ones.
    case clients
    /// One client, whose thread starts the extensions together and takes their outputs.
    case one
  }

  /// Nanoseconds of a core.
  struct Costs {
    /// From root to sink besides the nodes: with at most one of them, with several side by side, and
    /// with a chain.
    var ends: Double
    var endsOfSeveral: Double
    var endsOfChain: Double
    /// Until another core runs a thread that is woken for it: with `node`, a cold hop.
    var wakeUp: Double
    /// A node on a core that is awake: the switch to its process, its caches, its own work.
    var node: Double
    /// Of the thread that wakes a node: root's; for `one` the client's, which also takes the
    /// node's output.
    var host: Double
    /// From one node of a chain to the next on the same core, for `one`.
    var hop: Double
  }

  let way: Way
  var costs: Costs

  /// The predicted time in ns.
  func span(_ patch: PeriodPatch, coreCount: Int) -> Double {
    let simulation = ScheduleSimulation(coreCount: coreCount, wakeUp: costs.wakeUp)
    let several = patch.chainCount > 1 ? costs.endsOfSeveral : costs.endsOfChain
    let ends = patch.nodeCount > 1 ? several : costs.ends
    return ends + simulation.duration(way == .one ? oneClient(patch) : clients(patch))
  }

  /// Each client is woken for itself, and runs on any core.
  private func clients(_ patch: PeriodPatch) -> [ScheduleSimulation.Task] {
    var tasks: [ScheduleSimulation.Task] = []
    var before: [Int] = []
    for chains in patch.levels {
      var ends: [Int] = []
      var wake: Int?
      for length in chains {
        // Root wakes the first ones, one after the other.
        if before.isEmpty {
          tasks.append(.init(cost: costs.host, predecessors: wake.map { [$0] } ?? [], lane: 0))
          wake = tasks.count - 1
        }
        var predecessors = wake.map { [$0] } ?? before
        for _ in 0..<length {
          tasks.append(.init(cost: costs.node, predecessors: predecessors))
          predecessors = [tasks.count - 1]
        }
        ends += predecessors
      }
      before = ends
    }
    return tasks
  }

  /// Nodes of so little work as a gain that render on one core with the client's thread, as in
  /// `CorePlan`: more are worth the wake-up of another core.
  private static let mostTogether = 9

  /// The client's thread has the first lane; each chain of more than a few nodes has one, a single
  /// node none.
  private func oneClient(_ patch: PeriodPatch) -> [ScheduleSimulation.Task] {
    var tasks: [ScheduleSimulation.Task] = []
    var lane = 0
    let isSpread = patch.chainCount > 1 && patch.nodeCount > Self.mostTogether
    for chains in patch.levels {
      let host = Double(chains.count { $0 == 1 }) * costs.host / 2
      tasks.append(.init(cost: host, predecessors: tasks.isEmpty ? [] : [tasks.count - 1], lane: 0))
      let start = tasks.count - 1
      var ends: [Int] = []
      for length in chains {
        if isSpread { lane += 1 }
        var last = start
        for _ in 0..<length {
          let cost = length > 1 ? costs.hop : costs.node
          tasks.append(
            .init(cost: cost, predecessors: [last], lane: patch.nodeCount > 1 ? lane : nil))
          last = tasks.count - 1
        }
        ends.append(last)
      }
      tasks.append(.init(cost: host, predecessors: ends, lane: 0))
    }
    return tasks
  }
}
