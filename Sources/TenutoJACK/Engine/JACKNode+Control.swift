internal import Synchronization
internal import TenutoCore
internal import TenutoHost

/// What control threads may do while it plays.
extension JACKNode {
  /// As `PreparedGraph.schedule`; false also where nothing is prepared.
  func schedule(_ payload: TimedEvent.Payload, at time: ScheduleTime) -> Bool {
    guard let prepared = held.withLock({ $0.prepared }) else { return false }
    return prepared.graph.schedule(payload, to: prepared.node, at: time)
  }

  /// As `PreparedGraph.sampleTime`; 0 where nothing is prepared.
  var sampleTime: Int64 { held.withLock { $0.prepared?.graph.sampleTime ?? 0 } }

  /// Whether the node is to be left out; as `PreparedGraph.setBypass`.
  var isBypassed: Bool {
    get { held.withLock { $0.isBypassed } }
    set {
      held.withLock { held in
        held.isBypassed = newValue
        if let prepared = held.prepared {
          prepared.graph.setBypass(newValue, node: prepared.node)
        }
      }
    }
  }

  /// Gives the node another instance; client, ports and connections stay.
  ///
  /// - Throws: `.wrongState` where nothing is prepared, `.formatRefused` where it needs other
  ///   ports, and as `PreparedGraph.replace`. Then nothing has changed.
  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try held.withLock { held throws(HostError) in
      guard let prepared = held.prepared else {
        throw HostError(
          .wrongState, "\(held.instance.label) does not render; wait until the server returns.")
      }
      let names = NodePortPlan(instance).ports.map(\.name)
      guard names == client.plan.map(\.name) else {
        throw HostError(
          .formatRefused,
          "\(instance.label) needs other ports than \(held.instance.label) has: "
            + "\(names.joined(separator: ", ")).")
      }
      try prepared.graph.replace(prepared.node, with: instance, whenDone: whenDone)
      held.instance = instance
      noteLatency(of: instance)
    }
  }
}
