import Foundation
import TenutoCore
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport

/// A supervised node, and what was said of it.
final class Care: Sendable {
  let supervisor: NodeSupervisor
  private let log: Locked<[FaultReport]>

  /// Supervises `slot` with instances that `make` starts.
  init(
    _ slot: any NodeSlot, name: String = "faulty", policy: SupervisionPolicy = SupervisionPolicy(),
    make: @escaping @Sendable () throws(HostError) -> Instance
  ) {
    let log = Locked<[FaultReport]>([])
    self.log = log
    supervisor = NodeSupervisor(
      name: name, slot: slot, policy: policy, make: make,
      onFault: { report in log.withLock { $0.append(report) } })
  }

  /// What was reported, in order.
  var reports: [FaultReport] { log.withLock { $0 } }

  /// What was wrong each time, once `count` faults are reported: a report is written after the node
  /// is heard again.
  func causes(_ count: Int) -> [FaultCause] {
    _ = eventually { reports.count >= count }
    return reports.map(\.cause)
  }

  /// Whether a spare stands by.
  var hasSpare: Bool { supervisor.status.hasSpare }
}

extension SupervisionPolicy {
  /// The usual one, with `spare` and quick restarts.
  static func quick(_ spare: SparePolicy = .instance) -> SupervisionPolicy {
    var policy = SupervisionPolicy()
    policy.spare = spare
    policy.restartDelays = [0.01, 0.02]
    return policy
  }
}
