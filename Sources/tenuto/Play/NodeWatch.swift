import TenutoHost

/// Notices what happens to extensions while the rest plays on.
struct NodeWatch {
  private let team: CareTeam
  private var news: NodeNews
  private var nodes: [Memory]

  /// What was known of a node's misses at the last look.
  private struct Memory {
    var misses: UInt64 = 0
    /// Looks until the next report may come, so that there is not one at every cycle.
    var pause = 0
  }

  /// Looks between two reports on the same node: 10 s at ten a second.
  private static let pauseLookCount = 100

  /// Watches the nodes of `team` in the host of that name.
  init(_ team: CareTeam, host: String) {
    self.team = team
    news = NodeNews(host: host)
    nodes = team.nodes.map { _ in Memory() }
  }

  /// Whether an extension has ended at all.
  private(set) var hasFault = false

  /// Whether a node is given up now.
  var hasFailure: Bool { team.nodes.contains { $0.status.condition == .quarantined } }

  /// A sentence on each thing that has happened since the last look.
  mutating func look(_ status: PlayStatus) -> [String] {
    let faults = team.newFaults()
    if !faults.isEmpty { hasFault = true }
    let isAlone = nodes.count == 1
    return faults.map { NodeNews.sentence($0, isAlone: isAlone) }
      + team.newBundles().map { NodeNews.sentence($0) }
      + nodes.indices.flatMap { index in
        let supervised = team.nodes[index].status
        let outcome = news.look(team.nodes[index].node.key, supervised)
        let late = lateNote(index, supervised.condition, misses: status.nodes[index].misses)
        return [outcome, late].compactMap(\.self)
      }
  }

  private mutating func lateNote(
    _ index: Int, _ condition: NodeCondition, misses: UInt64
  ) -> String? {
    nodes[index].pause = max(0, nodes[index].pause - 1)
    // One that is left out misses every cycle, which is said already.
    if NodeTrouble.isSilent(condition) { nodes[index].misses = misses }
    // A node that was made anew counts anew.
    nodes[index].misses = min(misses, nodes[index].misses)
    guard misses > nodes[index].misses, nodes[index].pause == 0 else { return nil }
    let count = misses - nodes[index].misses
    nodes[index].misses = misses
    nodes[index].pause = Self.pauseLookCount
    return "\(team.nodes[index].node.key) was too late in \(Numbers.count(count, "cycle")) and "
      + "faded out there; the rest plays on"
  }
}
