internal import Synchronization
internal import TenutoCore
internal import TenutoRender
internal import TenutoSystem

/// The slot of a node of a graph in JACK; remains valid after the node has left.
final class JACKGraphSlot: NodeSlot {
  private let control: GraphControl
  private let node: Graph.NodeID
  /// The last known instance.
  private let last: Mutex<Instance>

  init(_ control: GraphControl, _ node: Graph.NodeID, _ instance: Instance) {
    self.control = control
    self.node = node
    last = Mutex(instance)
  }

  var instance: Instance {
    let instance = inner.flatMap { prepared, node in prepared.graph[node]?.instance }
    return last.withLock { last in
      last = instance ?? last
      return last
    }
  }

  var counters: NodeReading? { inner.map { prepared, node in prepared.counters(of: node) } }

  private var inner: (PreparedGraph, Graph.NodeID)? {
    guard let (client, node) = control.route(to: node), let prepared = client.prepared else {
      return nil
    }
    return (prepared, node)
  }

  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    guard let (prepared, node) = inner else { throw Self.hasNothing(instance) }
    try prepared.replace(node, with: instance, whenDone: whenDone)
    control.inbox.post { $0.hasNewLatency = true }
  }

  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    guard let (prepared, node) = inner else {
      guard let spare else { return }
      throw Self.hasNothing(spare)
    }
    try prepared.setSpare(spare, node: node, whenTaken: whenTaken)
  }

  func setShadow(
    _ shadow: Instance, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    guard let (prepared, node) = inner else { throw Self.hasNothing(shadow) }
    try prepared.setShadow(shadow, node: node, whenTaken: whenTaken)
  }

  func takeHandoff() { inner?.0.takeHandoff() }

  var hasWholeLog: Bool { inner.map { prepared, node in prepared.hasWholeLog(node) } ?? false }

  var isUndiverted: Bool { inner.map { prepared, node in prepared.isUndiverted(node) } ?? false }

  var isQuiet: Bool { inner.map { prepared, node in prepared.isQuiet(node) } ?? false }

  var isSnapshotDue: Bool { inner.map { prepared, node in prepared.isSnapshotDue(node) } ?? false }

  func takeSnapshot() throws(HostError) {
    guard let (prepared, node) = inner else { throw Self.hasNothing(instance) }
    try prepared.takeSnapshot(of: node)
  }

  private static func hasNothing(_ instance: Instance) -> HostError {
    HostError(.wrongState, "\(instance.label) has no slot now; wait until the server returns.")
  }

  func setBypass(_ isBypassed: Bool) { changeSettings { $0.isBypassed = isBypassed } }

  func park(_ instance: Instance) {
    if let (prepared, node) = inner { prepared.park(instance, of: node) }
  }

  func setTiming(_ timing: NodeTiming) {
    changeSettings { $0.timing = timing }
    control.inbox.post { $0.hasNewLatency = true }
  }

  func setDeadlineShare(_ share: Double?) { changeSettings { $0.deadlineShare = share } }

  private func changeSettings(_ change: (inout GraphClient.NodeSettings) -> Void) {
    guard let (client, node) = control.route(to: node) else { return }
    client.changeSettings(of: node, control.target, change)
  }

  func unmute() {
    if let (prepared, node) = inner { prepared.unmute(node) }
  }

  func replay(of instance: Instance) -> Replay? {
    inner.flatMap { prepared, node in prepared.replay(of: instance, node: node) }
  }

  func leaveOut(_ message: Replay.Message) {
    if let (prepared, node) = inner { prepared.leaveOut(message, node: node) }
  }

  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool {
    inner.map { prepared, node in prepared.schedule(payload, to: node, at: time) } ?? false
  }

  func onReallocation(_ action: @escaping @Sendable () -> Void) {
    if let (client, node) = control.route(to: node) { client.onReallocation(node, action) }
  }
}
