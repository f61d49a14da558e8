internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// Deadlines, and when nodes are heard.
extension PreparedGraph {
  /// Gives a node a deadline of its own, earlier than the engine's; nil for the engine's.
  ///
  /// Thread: control. From the next cycle on; without effect where the share is not below
  /// `EngineFormat.deadlineShare`.
  ///
  /// - Parameters:
  ///   - share: Of the period, `0.05...0.95`; what is outside is taken for its end.
  ///   - node: The node whose deadline is set.
  public func setDeadlineShare(_ share: Double?, node: Graph.NodeID) {
    let limited = share.map { min(max($0, 0.05), 0.95) } ?? 0
    withMail(of: node) { $0.deadlineShare = limited }
  }

  /// Has a node heard in the cycle of its input, or one period later and never waited for.
  ///
  /// Thread: control. From the next cycle on, with a fade of 64 frames. One period later means
  /// `periodFrames` frames, whatever the cycles have: where time runs, the node has from the end of
  /// one cycle to the beginning of the next; where none runs, it is waited for and heard at the same
  /// frames, so that both sound alike. Its input and its events are those of the cycle in which it
  /// is asked.
  ///
  /// - Parameters:
  ///   - timing: When it is heard.
  ///   - node: Which node.
  ///   - periodFrames: Frames of a period, `1...frameCapacity`; nil for `EngineFormat.frameCount`.
  ///     In longer cycles than that it is waited for.
  public func setTiming(_ timing: NodeTiming, node: Graph.NodeID, periodFrames: Int? = nil) {
    let untaken = state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return UInt(0) }
      var delay: UnsafeMutablePointer<PeriodDelay>?
      var frames = 0
      if timing == .onePeriodLater {
        frames = min(max(1, periodFrames ?? format.frameCount), format.frameCapacity)
        unsafe delay = PeriodDelay.allocate(
          frameCount: frames, layout: prepared.layout, frameCapacity: format.frameCapacity)
      }
      state.nodes[node]?.delay = frames
      return UInt(bitPattern: unsafe slotTable.slots[prepared.slot].mail.exchangeDelay(delay))
    }
    unsafe renderer.pointee.words.raiseMail()
    if let untaken = unsafe UnsafeMutablePointer<PeriodDelay>(bitPattern: untaken) {
      unsafe PeriodDelay.deallocate(untaken)
    }
    refresh()
  }

  /// When a node is heard.
  ///
  /// Thread: control.
  public func timing(of node: Graph.NodeID) -> NodeTiming {
    state.withLock { $0.nodes[node]?.delay ?? 0 } > 0 ? .onePeriodLater : .sameCycle
  }

  /// Frames by which a node's output is later than its input: its instance's latency, and its
  /// period where it is heard one period later.
  ///
  /// Thread: control.
  public func latency(of node: Graph.NodeID) -> Int {
    state.withLock { $0.nodes[node]?.latency ?? 0 }
  }

  /// Lets a node be heard again that was muted for what it put out.
  ///
  /// Thread: control.
  public func unmute(_ node: Graph.NodeID) {
    withMail(of: node) { $0.unmute() }
  }

  /// The slot of a node, for its supervisor.
  ///
  /// A node that is not an extension in the graph is a programmer error and traps.
  ///
  /// Thread: control.
  public func slot(of node: Graph.NodeID) -> any NodeSlot {
    guard let instance = prepared(node).instance else {
      preconditionFailure("the node is not an extension")
    }
    return GraphSlot(self, node, instance)
  }
}

/// Latencies that extensions change while they play.
extension PreparedGraph {
  /// Has everything be as late as some instances have become: the ways beside them, and the input
  /// that is heard in their place.
  ///
  /// Thread: control. From a cycle boundary on, with a fade where something becomes later or less
  /// late; nothing is allocated anew in the extensions.
  func followLatency(of instances: Set<ObjectIdentifier>) {
    let untaken = state.withLock { state in
      state.nodes.values.compactMap { prepared -> UInt? in
        guard let instance = prepared.instance, instances.contains(ObjectIdentifier(instance))
        else {
          return nil
        }
        return UInt(bitPattern: unsafe leaveDry(of: instance, at: prepared))
      }
    }
    guard !untaken.isEmpty else { return }
    for address in untaken {
      guard let dry = unsafe UnsafeMutablePointer<DryDelay>(bitPattern: address) else { continue }
      unsafe DryDelay.deallocate(dry)
    }
    unsafe renderer.pointee.words.raiseMail()
    refresh()
  }

  /// Leaves the delay of the dry input, and returns the one that was not taken.
  private func leaveDry(
    of instance: Instance, at prepared: PreparedNode
  ) -> UnsafeMutablePointer<DryDelay>? {
    let dry = unsafe DryDelay.allocate(
      frameCount: instance.latencyInGraph, channelCount: prepared.layout.inputs.first ?? 0,
      frameCapacity: format.frameCapacity)
    return unsafe slotTable.slots[prepared.slot].mail.exchangeDry(dry)
  }
}

/// When a node's output is heard, and whether the host waits for it.
public enum NodeTiming: String, Sendable, Equatable, CaseIterable {
  /// In the cycle of its input: the host waits for it until the deadline.
  case sameCycle = "same-cycle"
  /// One period later: the host never waits for it, and the period counts as its latency.
  case onePeriodLater = "one-period-later"
}
