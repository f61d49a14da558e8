internal import Synchronization
internal import TenutoCore
internal import TenutoHost

/// What control threads may do while it plays.
extension JACKNode {
  /// As `PreparedGraph.schedule`; false also where nothing is prepared.
  func schedule(
    _ payload: TimedEvent.Payload, at time: ScheduleTime, originator: Observation? = nil
  ) -> Bool {
    guard let prepared = held.withLock({ $0.prepared }) else { return false }
    return prepared.graph.schedule(payload, to: prepared.node, at: time, originator: originator)
  }

  /// As `PreparedGraph.sampleTime`; 0 where nothing is prepared.
  var sampleTime: Int64 { held.withLock { $0.prepared?.graph.sampleTime ?? 0 } }

  /// Whether the node is to be left out; as `PreparedGraph.setBypass`.
  var isBypassed: Bool {
    get { held.withLock { $0.wishes.isBypassed } }
    set {
      let prepared = held.withLock { held in
        held.wishes.isBypassed = newValue
        return held.prepared
      }
      if let prepared { prepared.graph.setBypass(newValue, node: prepared.node) }
    }
  }

  /// Whether the node is to be silent.
  var isMuted: Bool { held.withLock { $0.wishes.isMuted } }

  /// Silences the node from the next cycle on, or lets it be heard again, without a click.
  ///
  /// - Throws: As `PreparedGraph.update`.
  func setMute(_ isMuted: Bool) throws(HostError) {
    try turn.withLock { _ throws(HostError) in
      let prepared = held.withLock { held in
        held.wishes.isMuted = isMuted
        return held.prepared
      }
      guard let prepared else { return }
      let instance = self.instance
      try prepared.graph.update(makeGraph(instance, instance.layout).0, waits: false)
    }
  }

  /// Gives the node another instance; client, ports and connections stay.
  ///
  /// Where nothing is prepared, because there is no server or the one before has ended, the new one
  /// is what is prepared.
  ///
  /// - Throws: `.formatRefused` where it needs other ports, and as `PreparedGraph.replace`. Then
  ///   nothing has changed.
  func replace(
    with instance: Instance, whenDone: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    try check(instance)
    try turn.withLock { _ throws(HostError) in
      let (prepared, target, old) = held.withLock { ($0.prepared, $0.target, $0.instance) }
      guard let prepared else {
        held.withLock { $0.instance = instance }
        if let target { try prepare(target) }
        return DetachedThread.startOrTrap { whenDone(old) }
      }
      try prepared.graph.replace(prepared.node, with: instance, whenDone: whenDone)
      held.withLock { $0.instance = instance }
      noteLatency(prepared)
    }
  }

  /// Lets an instance stand by; as `PreparedGraph.setSpare`.
  ///
  /// - Throws: `.wrongState` where nothing is prepared, and as `replace`.
  func setSpare(
    _ spare: Instance?, whenTaken: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) {
    if let spare { try check(spare) }
    try turn.withLock { _ throws(HostError) in
      guard let prepared = held.withLock({ $0.prepared }) else {
        guard let spare else { return }
        throw HostError(
          .wrongState, "\(spare.label) cannot stand by; wait until the server returns.")
      }
      try prepared.graph.setSpare(spare, node: prepared.node) { [weak self] old in
        self?.noteRelief()
        whenTaken(old)
      }
    }
  }

  /// Follows a spare that has taken over.
  private func noteRelief() {
    held.withLock { held in
      if let instance = held.prepared?.graph.instances.first { held.instance = instance }
    }
  }

  /// Chooses when the node is heard; true where its latency is another.
  func setTiming(_ timing: NodeTiming) -> Bool {
    let latency = client.latency
    held.withLock { $0.wishes.timing = timing }
    turn.withLock { _ in applyWishes() }
    return client.latency != latency
  }

  /// Gives the node its own share of the period, nil for the usual one.
  func setDeadlineShare(_ share: Double?) {
    words.deadlineShare = min(max(share ?? EngineFormat.usualDeadlineShare, 0.05), 0.95)
  }

  /// Lets its instance run no more; as `PreparedGraph.park`.
  func park(_ instance: Instance) {
    guard let prepared = held.withLock({ $0.prepared }) else { return }
    prepared.graph.park(instance, of: prepared.node)
  }

  /// Lets the node be heard again that was muted.
  func unmute() {
    guard let prepared = held.withLock({ $0.prepared }) else { return }
    prepared.graph.unmute(prepared.node)
  }

  /// What an instance was told again when it took over here; nil where it has not.
  func replay(of instance: Instance) -> Replay? {
    guard let prepared = held.withLock({ $0.prepared }) else { return nil }
    return prepared.graph.replay(of: instance, node: prepared.node)
  }

  /// Has a message left out of what the next instance is told again.
  func leaveOut(_ message: Replay.Message) {
    guard let prepared = held.withLock({ $0.prepared }) else { return }
    prepared.graph.leaveOut(message, node: prepared.node)
  }

  /// What the node has done; the peak is left as it is.
  var counters: NodeReading? {
    guard let prepared = held.withLock({ $0.prepared }) else { return nil }
    return prepared.graph.counters(of: prepared.node)
  }

  private func check(_ instance: Instance) throws(HostError) {
    let names = NodePortPlan(instance).ports.map(\.name)
    guard names == client.plan.map(\.name) else {
      throw HostError(
        .formatRefused,
        "\(instance.label) needs other ports than \(self.instance.label) has: "
          + "\(names.joined(separator: ", ")).")
    }
  }
}
