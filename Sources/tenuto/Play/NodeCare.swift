import TenutoCore
import TenutoHost

/// A node of what plays, with whoever looks after it.
///
/// Thread: any but render.
final class NodeCare: Sendable {
  let node: Chain.Node
  private let care: SeatCare

  /// Begins to look after `node`.
  init(
    _ node: Chain.Node, mirror: StateMirror, seat: any Seat, policy: SupervisionPolicy,
    onFault: @escaping @Sendable (FaultReport) -> Void,
    onBundle: @escaping @Sendable (Result<FaultReport, HostError>) -> Void
  ) {
    self.node = node
    care = SeatCare(
      seat, name: node.key, mirror: mirror, policy: policy,
      make: { () throws(HostError) in try node.another() },
      SeatCare.Listener(
        bundleFolder: CrashBundle.standardFolder(environment: Environment.variables),
        onFault: onFault, onBundle: onBundle))
    care.resume()
  }

  var seat: any Seat { care.seat }

  /// What is known of its state.
  var mirror: StateMirror { care.mirror }

  /// What the node is at.
  var status: NodeSupervisor.Status {
    guard let status = care.status else { preconditionFailure("nobody has cared yet") }
    return status
  }

  /// As `NodeSupervisor.retry`.
  func retry() { care.supervisor?.retry() }

  /// As `NodeSupervisor.restart`.
  func restart() { care.supervisor?.restart() }

  /// When the node is heard; see `NodeSupervisor.setTiming`.
  func setTiming(_ timing: NodeTiming) throws(HostError) { try care.supervisor?.setTiming(timing) }

  /// Whether the user has left the node out.
  var isBypassed: Bool {
    get { care.isBypassed }
    set { care.supervisor?.isBypassed = newValue }
  }

  /// Has the chain know which instance plays.
  func follow() {
    let instance = seat.instance
    if instance !== node.instance { node.replace(with: instance) }
  }

  /// Does what gives the node an instance of another making, while nobody takes its going for a
  /// fault.
  func exchange(_ body: () throws(HostError) -> Void) throws(HostError) {
    try care.pause { () throws(HostError) in
      defer { mirror.attach(seat.instance) }
      try body()
    }
  }

  /// Ends the care; what plays goes on.
  func stop() {
    care.suspend()
    follow()
  }
}
