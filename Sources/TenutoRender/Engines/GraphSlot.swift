internal import Synchronization
internal import TenutoCore
internal import TenutoSystem

/// The slot of a prepared graph's node; remains valid after the node has left.
final class GraphSlot: NodeSlot {
  private let graph: PreparedGraph
  private let node: Graph.NodeID
  /// The last known instance.
  private let last: Mutex<Instance>

  init(_ graph: PreparedGraph, _ node: Graph.NodeID, _ instance: Instance) {
    self.graph = graph
    self.node = node
    last = Mutex(instance)
  }

  var instance: Instance {
    let instance = graph.state.withLock { $0.nodes[node]?.instance }
    return last.withLock { last in
      last = instance ?? last
      return last
    }
  }

  var counters: NodeReading? {
    graph.state.withLock { $0.nodes[node] != nil } ? graph.counters(of: node) : nil
  }

  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try graph.replace(node, with: instance, whenDone: whenDone)
  }

  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try graph.setSpare(spare, node: node, whenTaken: whenTaken)
  }

  func setShadow(
    _ shadow: Instance, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try graph.setShadow(shadow, node: node, whenTaken: whenTaken)
  }

  var hasWholeLog: Bool { graph.hasWholeLog(node) }

  var isUndiverted: Bool { graph.isUndiverted(node) }

  var isQuiet: Bool { graph.isQuiet(node) }

  var isSnapshotDue: Bool { graph.isSnapshotDue(node) }

  func takeSnapshot() throws(HostError) { try graph.takeSnapshot(of: node) }

  func takeHandoff() { graph.takeHandoff() }

  func setBypass(_ isBypassed: Bool) { graph.setBypass(isBypassed, node: node) }

  func park(_ instance: Instance) { graph.park(instance, of: node) }

  func setTiming(_ timing: NodeTiming) { graph.setTiming(timing, node: node) }

  func setDeadlineShare(_ share: Double?) { graph.setDeadlineShare(share, node: node) }

  func unmute() { graph.unmute(node) }

  func replay(of instance: Instance) -> Replay? { graph.replay(of: instance, node: node) }

  func leaveOut(_ message: Replay.Message) { graph.leaveOut(message, node: node) }

  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool {
    graph.schedule(payload, to: node, at: time)
  }

  /// Does nothing: a prepared graph keeps its format.
  func onReallocation(_ action: @escaping @Sendable () -> Void) {}
}
