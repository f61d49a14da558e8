internal import TenutoCore

/// A node of a prepared graph as a place in which an instance sits.
struct GraphSeat: Seat {
  let graph: PreparedGraph
  let node: Graph.NodeID

  var instance: Instance { graph.instances[node.index] }

  var counters: NodeReading? { graph.counters(of: node) }

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

  func setBypass(_ isBypassed: Bool) { graph.setBypass(isBypassed, node: node) }

  func setTiming(_ timing: NodeTiming) { graph.setTiming(timing, node: node) }

  func setDeadlineShare(_ share: Double?) { graph.setDeadlineShare(share, node: node) }

  func unmute() { graph.unmute(node) }

  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool {
    graph.schedule(payload, to: node, at: time)
  }

  /// Nothing to do: a prepared graph keeps its format.
  func whenMadeAnew(_ action: @escaping @Sendable () -> Void) {}
}
