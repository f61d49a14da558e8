import Logging
import TenutoSupervision
import TenutoSystem

/// Detects changes of a session's nodes, as sentences for stderr and records for the log.
///
/// `look` is called repeatedly and reports each change once.
struct NodeMessages {
  private let host: String
  private let logger = Logger(label: LogSetup.Label.supervision)
  private var nodes: [String: Known] = [:]

  /// The reported state of a node.
  private struct Known {
    var condition = NodeCondition.playing
    var restarts = 0
    /// Whether a spare process was ready before the fault.
    var hadSpare = false
    /// The misses that were reported, or that another sentence covers.
    var misses: UInt64 = 0
    /// Number of calls until lateness may be reported again.
    var pause = 0
  }

  /// Calls between two reports on the lateness of a node: 10 s at ten calls a second.
  private static let pauseLookCount = 100

  /// Creates a detector for the host of that name.
  init(host: String) { self.host = host }

  /// Forgets removed nodes.
  ///
  /// A session that is edited for days keeps getting new names.
  mutating func forget(allBut names: some Collection<String>) {
    guard nodes.count > names.count else { return }
    let names = Set(names)
    nodes = nodes.filter { names.contains($0.key) }
  }

  /// Returns the change of a node as a sentence without a full stop; nil if none exists.
  mutating func look(_ node: String, _ status: NodeSupervisor.Status) -> String? {
    let last = nodes[node] ?? Known()
    if status.condition == last.condition && status.restarts == last.restarts {
      // Until the new instance plays, the spare before the fault is the relevant one.
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

  /// Returns a sentence if a node was late since the last call; nil if it was not, or if that was
  /// reported a moment ago.
  mutating func lateness(
    of node: String, _ condition: NodeCondition, misses: UInt64
  ) -> String? {
    var known = nodes[node] ?? Known()
    defer { nodes[node] = known }
    known.pause = max(0, known.pause - 1)
    // A bypassed node misses every cycle, which has been reported already; a new instance counts
    // from 0.
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
      last.hadSpare ? "A spare took over for \(node)" : "\(node) was restarted"
    case .playing where last.condition.isSilent && last.condition != .restarting:
      "\(node) plays again"
    case .restarting: last.hadSpare ? nil : "\(node) is being restarted"
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

extension NodeMessages {
  /// Returns a sentence on an extension that ended or failed to start, with its cause and last
  /// output.
  ///
  /// `isAlone` is whether no other extension plays.
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

  /// Returns a sentence with the path of a crash bundle, or the reason why there is none.
  static func sentence(_ bundle: Result<FaultReport, HostError>) -> String {
    switch bundle {
    case .success(let report):
      "The input of \(report.node.printable) was saved: "
        + "'tenuto replay \((report.bundlePath ?? "").shellQuoted)' replays it"
    case .failure(let error): "There is no crash bundle: \(error.message.trimmingStop)"
    }
  }
}
