import TenutoHost

/// Notices what happens to extensions while the rest plays on.
struct NodeWatch {
  private let team: CareTeam
  private let retryCommand: String
  private var nodes: [Memory]

  /// What was known of a node at the last look.
  private struct Memory {
    var status: NodeSupervisor.Status
    var hadSpare: Bool
    var misses: UInt64 = 0
    /// Looks until the next report may come, so that there is not one at every cycle.
    var pause = 0
  }

  /// Looks between two reports on the same node: 10 s at ten a second.
  private static let pauseLookCount = 100

  /// Watches the nodes of `team`; `retryCommand` is what the user writes before a node's name.
  init(_ team: CareTeam, retryCommand: String) {
    self.team = team
    self.retryCommand = retryCommand
    nodes = team.nodes.map { Memory(status: $0.status, hadSpare: $0.status.hasSpare) }
  }

  /// Whether an extension has ended at all.
  private(set) var hasFault = false

  /// Whether a node is given up now.
  var hasFailure: Bool { team.nodes.contains { $0.status.condition == .quarantined } }

  /// A sentence on each thing that has happened since the last look.
  mutating func look(_ status: PlayStatus) -> [String] {
    let faults = team.newFaults()
    if !faults.isEmpty { hasFault = true }
    return faults.map { fault($0.report, at: $0.index) } + team.newBundles().map(bundle)
      + nodes.indices.flatMap { index in
        [outcome(index), lateNote(index, misses: status.nodes[index].misses)].compactMap { $0 }
      }
  }

  private func fault(_ report: FaultReport, at index: Int) -> String {
    let lines = report.lastLines.suffix(5)
    let said =
      lines.isEmpty ? "it printed nothing" : "its last lines: " + lines.joined(separator: " | ")
    let cause = "\(report.cause)".trimmingStop.withSmallStart
    let rest = nodes.count > 1 ? ". The rest plays on" : ""
    return "\(team.nodes[index].node.instance.label) ended: \(cause); \(said)\(rest)"
  }

  private func bundle(_ result: Result<FaultReport, HostError>) -> String {
    switch result {
    case .success(let report):
      "What \(report.node.printable) was given is kept: "
        + "'tenuto replay \((report.bundlePath ?? "").shellQuoted)' plays it again"
    case .failure(let error): "\(error.message.trimmingStop). It is not kept what it was given"
    }
  }

  /// What became of a node, where that is news.
  private mutating func outcome(_ index: Int) -> String? {
    let new = team.nodes[index].status
    let old = nodes[index]
    nodes[index].status = new
    let name = team.nodes[index].node.key.printable
    if new.condition == old.status.condition && new.restarts == old.status.restarts {
      // Until the next one is there, it counts who stood by when the fault came.
      if new.condition == .playing { nodes[index].hadSpare = new.hasSpare }
      return nil
    }
    let retry = "'\(retryCommand) \(name)' tries again"
    switch new.condition {
    case .quarantined where old.status.condition != .quarantined:
      return "\(name) has ended too often and is quarantined: \(retry)"
    case .overloaded where old.status.condition != .overloaded:
      return "\(name) is too slow and is left out: \(retry)"
    case .flooding where old.status.condition != .flooding:
      return "\(name) sends more events than fit and is left out: \(retry)"
    case .muted where old.status.condition != .muted:
      return "\(name) is muted, because what it put out was no sound: \(retry)"
    case .playing where new.restarts > old.status.restarts:
      return old.hadSpare ? "A spare took over for \(name)" : "\(name) was started again"
    default:
      if new.condition == .restarting { nodes[index].status.restarts = old.status.restarts }
      return nil
    }
  }

  private mutating func lateNote(_ index: Int, misses: UInt64) -> String? {
    nodes[index].pause = max(0, nodes[index].pause - 1)
    // A node that was made anew counts anew.
    nodes[index].misses = min(misses, nodes[index].misses)
    guard misses > nodes[index].misses, nodes[index].pause == 0 else { return nil }
    let count = misses - nodes[index].misses
    nodes[index].misses = misses
    nodes[index].pause = Self.pauseLookCount
    return "\(team.nodes[index].node.instance.label) was too late in \(count) "
      + "\(count == 1 ? "cycle" : "cycles") and faded out there; the rest plays on"
  }
}
