import Foundation
import TenutoCore
import TenutoRender
import TenutoSupervision
import TenutoSystem
import TestSupport

/// A supervised node and its reports.
final class Care: Sendable {
  let supervisor: NodeSupervisor
  private let log: Locked<[FaultReport]>

  /// Supervises `slot` with instances from `make`.
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

  /// The reports, in order.
  var reports: [FaultReport] { log.withLock { $0 } }

  /// The causes of `count` faults: a report is written after the node sounds again.
  func causes(_ count: Int) -> [FaultCause] {
    _ = eventually { reports.count >= count }
    return reports.map(\.cause)
  }

  /// Whether a spare is ready.
  var hasSpare: Bool { supervisor.status.hasSpare }
}

extension SupervisionPolicy {
  /// The default policy, with `spare` and quick restarts.
  static func quick(_ spare: SparePolicy = .instance) -> SupervisionPolicy {
    var policy = SupervisionPolicy()
    policy.spare = spare
    policy.restartDelays = [0.01, 0.02]
    return policy
  }
}
