import Logging
import Synchronization
import TenutoHost

/// Whoever looks after the nodes of what plays, all together.
///
/// Thread: any but render.
final class CareTeam: Sendable {
  /// In the order of the sound.
  let nodes: [NodeCare]
  /// The share of a period that they have.
  let deadlineShare: Double
  private let performance: any Performance & Sendable
  private let unread: News
  /// Whether nodes that have ended are started again at all.
  private let isRestarting: Bool

  /// What nobody has told the user of yet.
  private final class News: Sendable {
    let faults = Mutex<[FaultReport]>([])
    let bundles = Mutex<[Result<FaultReport, HostError>]>([])
  }

  /// Begins to look after `chain`, as the user wishes.
  ///
  /// - Throws: Why a node cannot be set so.
  init(
    _ chain: Chain, on performance: any Performance & Sendable, _ options: SupervisionOptions,
    session: PlaySession?
  ) throws {
    let logger = Logger(label: LogSetup.Label.supervision)
    let unread = News()
    let timings = try options.timings(of: chain)
    let mirrors =
      session?.makeMirrors(chain) ?? chain.nodes.map { StateMirror(instance: $0.instance) }
    nodes = zip(chain.nodes, mirrors).enumerated().map { index, pair in
      NodeCare(
        pair.0, mirror: pair.1, seat: performance.seat(index), policy: options.policy,
        onFault: { report in
          report.log(to: logger)
          unread.faults.withLock { $0.append(report) }
        },
        onBundle: { result in unread.bundles.withLock { $0.append(result) } })
    }
    self.performance = performance
    self.unread = unread
    isRestarting = !options.noRestart
    deadlineShare = options.deadline ?? EngineFormat.usualDeadlineShare
    for (care, timing) in zip(nodes, timings) {
      if let timing { try care.setTiming(timing) }
      if let deadline = options.deadline { care.seat.setDeadlineShare(deadline) }
    }
  }

  /// Whether no node plays, and none is to be started again unless the user does it.
  var isOver: Bool {
    !isRestarting && nodes.allSatisfy { $0.status.condition == .quarantined }
  }

  /// Faults since the last call.
  func newFaults() -> [FaultReport] {
    unread.faults.withLock { faults in
      defer { faults = [] }
      return faults
    }
  }

  /// Faults whose crash bundle was written since the last call, or why it could not be.
  func newBundles() -> [Result<FaultReport, HostError>] {
    unread.bundles.withLock { bundles in
      defer { bundles = [] }
      return bundles
    }
  }

  /// What is known of the states of the nodes, in the order of the sound.
  var mirrors: [StateMirror] { nodes.map(\.mirror) }

  /// Puts `instance` in the place of the one at `index`, by the user's wish.
  ///
  /// - Throws: Why the new one cannot follow; then the old one plays on.
  func replace(_ index: Int, with instance: Instance) throws(HostError) {
    let performance = performance
    try nodes[index].exchange { () throws(HostError) in
      try performance.replace(index, with: instance)
    }
  }

  /// Ends the care; the instances that play go on.
  func stop() { for node in nodes { node.stop() } }
}
