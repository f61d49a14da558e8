import Foundation
import Synchronization
import TenutoCore
import TenutoJACKEngine
import TenutoRender
import TenutoSupervision
import TenutoSystem

/// Chains that play in one server, and attackers beside them; each node looked after, with a spare.
final class Session: Sendable {
  /// One extension.
  struct Node: Sendable {
    let slot: any NodeSlot
    let supervisor: NodeSupervisor
  }

  /// The nodes of each chain: a voice and an effect.
  let chains: [[Node]]
  /// In the order of `Attacker.allCases`.
  let attackers: [Node]
  /// The ports in which the chains are heard, by full names.
  let outputs: [String]
  private let engine: JACKGraphEngine
  private let log = Log()

  private final class Log: Sendable {
    let reports = Mutex<[FaultReport]>([])
  }

  /// Starts as many chains, silent ones.
  ///
  /// A recording has the chains' channels first, two for each.
  init(
    chainCount: Int, isAttacked: Bool = false, clients: JACKGraphEngine.Clients,
    recorder: Recorder? = nil, name: String = "soak", serverName: String
  ) throws {
    let plan = try Arrangement(
      chainCount: chainCount, isAttacked: isAttacked,
      hasOutputs: clients == .one || recorder != nil)
    var options = JACKGraphEngine.Options()
    options.clients = clients
    options.name = name
    options.recording = recorder.map { JACKGraphEngine.Recording($0, sampleRate: 48000) }
    options.serverName = serverName
    let engine = try JACKGraphEngine(plan.graph, options: options)
    let log = log
    func care(_ node: Graph.NodeID, _ code: ComponentCode) -> Node {
      let name = plan.graph[node]?.name ?? ""
      return Self.node(name, code, engine.slot(of: node), log)
    }
    self.engine = engine
    outputs = plan.outputs(clientNames: engine.clientNames)
    chains = plan.chains.map { zip($0, Recipe.codes).map(care) }
    attackers = plan.attackers.map { care($0, Attacker.code) }
  }

  private static func node(
    _ name: String, _ code: ComponentCode, _ slot: any NodeSlot, _ log: Log
  ) -> Node {
    var policy = SupervisionPolicy()
    policy.restartLimit = .max  // A soak asks for more than any player would bear.
    let supervisor = NodeSupervisor(
      name: name, slot: slot, policy: policy,
      make: { () throws(HostError) in try Recipe.start(code) },
      onFault: { report in log.reports.withLock { $0.append(report) } })
    return Node(slot: slot, supervisor: supervisor)
  }

  /// All nodes, the chains' first.
  var nodes: [Node] { chains.joined() + attackers }

  /// Holds the note in every chain.
  func play() {
    for chain in chains { Recipe.play(chain[0].slot) }
  }

  /// Every fault that was reported so far.
  var reports: [FaultReport] { log.reports.withLock { $0 } }

  /// Whether every node has its spare.
  var isReady: Bool { nodes.allSatisfy(\.supervisor.status.hasSpare) }

  /// Frames rendered since the start.
  var sampleTime: Int64 { engine.reading.sampleTime }

  /// Frames that were not recorded.
  var unrecordedFrames: UInt64 { engine.reading.unrecordedFrames }

  /// The cycles that each node of the chains has missed.
  var misses: [UInt64] { chains.joined().map { $0.slot.counters?.misses ?? 0 } }

  /// Ends all.
  func stop() {
    nodes.forEach { $0.supervisor.stop() }
    engine.stop()
    engine.graph.nodes.forEach { $0.instance?.terminate() }
  }
}
