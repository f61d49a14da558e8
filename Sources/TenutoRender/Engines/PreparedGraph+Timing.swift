internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// Deadlines, and the timing of nodes.
extension PreparedGraph {
  /// Sets a node's own deadline, earlier than the engine's; nil for the engine's.
  ///
  /// Thread: control. Takes effect from the next cycle on. Has no effect unless the share is below
  /// `EngineFormat.deadlineShare`.
  ///
  /// - Parameters:
  ///   - share: The share of the period, clamped to `0.05...0.95`.
  ///   - node: The node whose deadline is set.
  public func setDeadlineShare(_ share: Double?, node: Graph.NodeID) {
    let limited = share.map { min(max($0, 0.05), 0.95) } ?? 0
    withMail(of: node) { $0.deadlineShare = limited }
  }

  /// Sets whether a node is heard in the cycle of its input, or one period later without waiting.
  ///
  /// Thread: control. Takes effect from the next cycle on, with a fade of 64 frames. One period
  /// later means `periodFrames` frames, whatever the length of a cycle. In realtime the node has
  /// from the end of one cycle to the beginning of the next; offline the host waits for it and
  /// plays it at the same frames, so that both sound alike. Its input and its events are those of
  /// the cycle for which it is asked.
  ///
  /// - Parameters:
  ///   - timing: When it is heard.
  ///   - node: The node.
  ///   - periodFrames: Frames of a period, `1...frameCapacity`; nil for `EngineFormat.frameCount`.
  ///     In longer cycles the host waits for the node.
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

  /// The timing of a node.
  ///
  /// Thread: control.
  public func timing(of node: Graph.NodeID) -> NodeTiming {
    state.withLock { $0.nodes[node]?.delay ?? 0 } > 0 ? .onePeriodLater : .sameCycle
  }

  /// Frames by which a node's output lags behind its input: the latency of its instance, plus its
  /// period if it is heard one period later.
  ///
  /// Thread: control.
  public func latency(of node: Graph.NodeID) -> Int {
    state.withLock { $0.nodes[node]?.latency ?? 0 }
  }

  /// Ends the mute of a node that was muted for bad output.
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

/// Latency changes of playing extensions.
extension PreparedGraph {
  /// Adapts the delays of parallel paths, and of the dry inputs, to changed latencies of instances.
  ///
  /// Thread: control. Takes effect at a cycle boundary, with a fade if a delay changes; extensions
  /// are not allocated again.
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

  /// Posts the delay of the dry input, and returns a posted delay that was not taken.
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
