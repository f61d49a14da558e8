import Foundation
import Synchronization
import TenutoHost
import TenutoJACK

/// Chains that play in one server, each node looked after, with a spare.
final class Session: Sendable {
  /// One chain.
  struct Chain: Sendable {
    let engine: JACKEngine
    let supervisors: [NodeSupervisor]
  }

  let chains: [Chain]
  private let log = Log()

  private final class Log: Sendable {
    let reports = Mutex<[FaultReport]>([])
  }

  /// Starts as many chains, and holds a note in each.
  init(chainCount: Int, serverName: String) throws {
    let log = log
    chains = try (0..<chainCount).map { try Self.chain($0, serverName, log) }
    for chain in chains { Recipe.play(chain.engine) }
  }

  private static func chain(
    _ number: Int, _ serverName: String, _ log: Log
  ) throws -> Chain {
    let engine = try JACKEngine(try Recipe.start(), serverName: serverName)
    var policy = SupervisionPolicy()
    policy.restartLimit = .max  // A soak asks for more than any player would bear.
    let supervisors = Recipe.codes.enumerated().map { index, code in
      NodeSupervisor(
        name: "chain\(number)-\(index)", seat: engine.seat(ofInstance: index), policy: policy,
        make: { () throws(HostError) in try Recipe.start(code) },
        onFault: { report in log.reports.withLock { $0.append(report) } })
    }
    return Chain(engine: engine, supervisors: supervisors)
  }

  /// Every fault that was reported so far.
  var reports: [FaultReport] { log.reports.withLock { $0 } }

  /// Whether every node has its spare.
  var isReady: Bool { chains.allSatisfy { $0.supervisors.allSatisfy(\.status.hasSpare) } }

  /// Ends all.
  func stop() {
    for chain in chains {
      chain.supervisors.forEach { $0.stop() }
      chain.engine.stop()
      chain.engine.instances.forEach { $0.terminate() }
    }
  }
}
