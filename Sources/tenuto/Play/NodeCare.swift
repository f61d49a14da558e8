import Synchronization
import TenutoCore
import TenutoHost

/// A node of what plays, with whoever looks after it.
///
/// Thread: any but render.
final class NodeCare: Sendable {
  let node: Chain.Node
  let seat: any Seat
  /// What is known of its state.
  let mirror: StateMirror
  private let makeSupervisor: @Sendable () -> NodeSupervisor
  private let supervisor: Mutex<NodeSupervisor>

  /// Begins to look after `node`.
  init(
    _ node: Chain.Node, mirror: StateMirror, seat: any Seat, policy: SupervisionPolicy,
    onFault: @escaping @Sendable (FaultReport) -> Void,
    onBundle: @escaping @Sendable (Result<FaultReport, HostError>) -> Void
  ) {
    self.node = node
    self.mirror = mirror
    self.seat = seat
    makeSupervisor = {
      NodeSupervisor(
        name: node.key, seat: seat, policy: policy, keeping: mirror,
        make: { () throws(HostError) in try node.another() },
        bundleFolder: CrashBundle.standardFolder(environment: Environment.variables),
        onFault: onFault, onBundle: onBundle)
    }
    supervisor = Mutex(makeSupervisor())
  }

  /// What the node is at.
  var status: NodeSupervisor.Status { supervisor.withLock { $0 }.status }

  /// As `NodeSupervisor.retry`.
  func retry() { supervisor.withLock { $0 }.retry() }

  /// As `NodeSupervisor.restart`.
  func restart() { supervisor.withLock { $0 }.restart() }

  /// When the node is heard; see `NodeSupervisor.setTiming`.
  func setTiming(_ timing: NodeTiming) throws(HostError) {
    try supervisor.withLock { $0 }.setTiming(timing)
  }

  /// Whether the user has left the node out.
  var isBypassed: Bool {
    get { supervisor.withLock { $0 }.isBypassed }
    set { supervisor.withLock { $0 }.isBypassed = newValue }
  }

  /// Has the chain know which instance plays.
  func follow() {
    let instance = seat.instance
    if instance !== node.instance { node.replace(with: instance) }
  }

  /// Does what gives the node an instance of another making, while nobody takes its going for a
  /// fault.
  func exchange(_ body: () throws(HostError) -> Void) throws(HostError) {
    supervisor.withLock { $0 }.stop()
    let (isBypassed, timing) = (isBypassed, status.timing)
    defer {
      mirror.attach(seat.instance)
      let new = makeSupervisor()
      new.isBypassed = isBypassed
      if timing != .sameCycle { try? new.setTiming(timing) }
      supervisor.withLock { $0 = new }
    }
    try body()
  }

  /// Ends the care; what plays goes on.
  func stop() {
    supervisor.withLock { $0 }.stop()
    follow()
  }
}
