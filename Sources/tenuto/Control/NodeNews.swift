import Logging
import TenutoSupervision
import TenutoSystem

/// What happens to the nodes of what plays, in sentences for stderr and as records of the log.
///
/// `look` is called again and again, and tells of each change once.
struct NodeNews {
  private let host: String
  private let logger = Logger(label: LogSetup.Label.supervision)
  private var nodes: [String: Known] = [:]

  /// What was told of a node.
  private struct Known {
    var condition = NodeCondition.playing
    var restarts = 0
    /// Whether a spare stood by before the fault.
    var hadSpare = false
    /// The misses that were told, or that another sentence stands for.
    var misses: UInt64 = 0
    /// Looks until lateness may be told again, so that it is not at every cycle.
    var pause = 0
  }

  /// Looks between two sentences on the lateness of the same node: 10 s at ten a second.
  private static let pauseLookCount = 100

  /// News of the host of that name.
  init(host: String) { self.host = host }

  /// Forgets the nodes that are gone.
  ///
  /// A session that is edited for days has new names again and again.
  mutating func forget(allBut names: some Collection<String>) {
    guard nodes.count > names.count else { return }
    let names = Set(names)
    nodes = nodes.filter { names.contains($0.key) }
  }

  /// What is new of a node, in a sentence without a full stop; nil where nothing is.
  mutating func look(_ node: String, _ status: NodeSupervisor.Status) -> String? {
    let last = nodes[node] ?? Known()
    if status.condition == last.condition && status.restarts == last.restarts {
      // Until another instance plays, the spare that counts is the one before the fault.
      if status.condition == .playing { nodes[node, default: last].hadSpare = status.hasSpare }
      return nil
    }
    var known = last
    known.condition = status.condition
    known.restarts = status.condition == .restarting ? last.restarts : status.restarts
    nodes[node] = known
    guard let sentence = sentence(node.printable, last, status) else { return nil }
    log(sentence, node, status)
    return sentence
  }

  /// That a node was late since the last look, in a sentence without a full stop; nil where it was
  /// not, or that was told a moment ago.
  mutating func lateness(
    of node: String, _ condition: NodeCondition, misses: UInt64
  ) -> String? {
    var known = nodes[node] ?? Known()
    defer { nodes[node] = known }
    known.pause = max(0, known.pause - 1)
    // One that is left out misses every cycle, which is said already; one that was made anew counts
    // anew.
    known.misses = condition.isSilent ? misses : min(misses, known.misses)
    guard misses > known.misses, known.pause == 0 else { return nil }
    let count = misses - known.misses
    (known.misses, known.pause) = (misses, Self.pauseLookCount)
    return "\(node) was too late in \(Numbers.count(count, "cycle")) and faded out there; the rest "
      .printable + "plays on"
  }

  private func sentence(
    _ node: String, _ last: Known, _ status: NodeSupervisor.Status
  ) -> String? {
    switch status.condition {
    case .playing where status.restarts > last.restarts:
      last.hadSpare ? "A spare took over for \(node)" : "\(node) was started again"
    case .playing where last.condition.isSilent && last.condition != .restarting:
      "\(node) plays again"
    case .restarting: last.hadSpare ? nil : "\(node) is being started again"
    case last.condition: nil
    default: NodeTrouble.sentence(node, status.condition.word, host: host)
    }
  }

  private func log(_ sentence: String, _ node: String, _ status: NodeSupervisor.Status) {
    let isTrouble = status.condition.isSilent && status.condition != .restarting
    logger.log(
      level: isTrouble ? .warning : .notice, "\(sentence)",
      metadata: [
        "node": "\(node)", "condition": "\(status.condition.word)",
        "restarts": "\(status.restarts)",
      ])
  }
}

// MARK: - Faults

extension NodeNews {
  /// That an extension has ended or did not start, with why and its last words.
  ///
  /// `isAlone` is whether nothing else plays.
  static func sentence(_ report: FaultReport, isAlone: Bool) -> String {
    let name = "\(report.node) ('\(report.code)')".printable
    if case .notStarted(let reason) = report.cause {
      return "\(name) could not be started: \(reason.trimmingStop)"
    }
    let cause = report.summary.trimmingStop.withSmallStart
    let lines = report.lastLines.suffix(5).joined(separator: " | ")
    let said = lines.isEmpty ? "" : "; its last lines: \(lines)"
    return "\(name) ended: \(cause)\(said)\(isAlone ? "" : ". The rest plays on")"
  }

  /// Where the crash bundle of a fault is, or why there is none.
  static func sentence(_ bundle: Result<FaultReport, HostError>) -> String {
    switch bundle {
    case .success(let report):
      "What \(report.node.printable) was given is kept: "
        + "'tenuto replay \((report.bundlePath ?? "").shellQuoted)' plays it again"
    case .failure(let error): "There is no crash bundle: \(error.message.trimmingStop)"
    }
  }
}
