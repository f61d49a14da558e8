import Foundation
import Synchronization
import TenutoCore
import TenutoJACKEngine
import TenutoRender
import TenutoSupervision
import TenutoSystem

/// Chains that play in one server, with attackers next to them; each node is supervised and has a
/// spare.
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
  /// The full names of the chains' output ports.
  let outputs: [String]
  private let engine: JACKGraphEngine
  private let log = Log()

  private final class Log: Sendable {
    let reports = Mutex<[FaultReport]>([])
  }

  /// Starts `chainCount` silent chains.
  ///
  /// A recording has two channels for each chain, then the remaining channels.
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
    func makeNode(_ node: Graph.NodeID, _ code: ComponentCode) -> Node {
      let name = plan.graph[node]?.name ?? ""
      return Self.makeNode(name, code, engine.slot(of: node), log)
    }
    self.engine = engine
    outputs = plan.outputs(clientNames: engine.clientNames)
    chains = plan.chains.map { zip($0, Recipe.codes).map(makeNode) }
    attackers = plan.attackers.map { makeNode($0, Attacker.code) }
  }

  private static func makeNode(
    _ name: String, _ code: ComponentCode, _ slot: any NodeSlot, _ log: Log
  ) -> Node {
    var policy = SupervisionPolicy()
    policy.restartLimit = .max  // More restarts than a player would accept.
    let supervisor = NodeSupervisor(
      name: name, slot: slot, policy: policy,
      make: { () throws(HostError) in try Recipe.start(code) },
      onFault: { report in log.reports.withLock { $0.append(report) } })
    return Node(slot: slot, supervisor: supervisor)
  }

  /// All nodes, the chains' first.
  var nodes: [Node] { chains.joined() + attackers }

  /// Plays and holds the note in every chain.
  func play() {
    for chain in chains { Recipe.play(chain[0].slot) }
  }

  /// All faults reported so far.
  var reports: [FaultReport] { log.reports.withLock { $0 } }

  /// Whether every node has a spare.
  var isReady: Bool { nodes.allSatisfy(\.supervisor.status.hasSpare) }

  /// Frames rendered since the start.
  var sampleTime: Int64 { engine.reading.sampleTime }

  /// Frames that were not recorded.
  var unrecordedFrames: UInt64 { engine.reading.unrecordedFrames }

  /// The missed cycles of each node of the chains.
  var misses: [UInt64] { chains.joined().map { $0.slot.counters?.misses ?? 0 } }

  /// Ends all instances.
  func stop() {
    nodes.forEach { $0.supervisor.stop() }
    engine.stop()
    engine.graph.nodes.forEach { $0.instance?.terminate() }
  }
}
