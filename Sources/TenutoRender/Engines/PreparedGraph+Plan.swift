internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// Plans, which control makes and posts to the render thread.
extension PreparedGraph {
  /// Makes a plan of the current graph and posts it to the render thread.
  ///
  /// Thread: control, with `editLock` held. An earlier plan that has not been taken is dropped; the
  /// new plan follows the one before it.
  /// - Returns: The number of the plan.
  func post() throws(HostError) -> Int64 {
    let words = unsafe renderer.pointee.words
    let isUntaken = unsafe words.takePlan() != nil
    let (graph, ports, latencies) = state.withLock { state in
      if isUntaken { state.plans.removeLast() }
      return (state.graph, state.ports, state.latencies)
    }
    let schedule = try Schedule(graph, ports: ports, latencies: latencies)
    let (plan, isFirst) = state.withLock { state in
      let base = state.plans.last
      let plan = make(schedule, base: base, state)
      state.planCount = plan.number
      state.plans.append(plan)
      state.schedule = schedule
      return (plan, base == nil)
    }
    if isFirst {
      unsafe renderer.pointee.begin(plan.render)
    } else {
      unsafe words.leavePlan(plan.render)
    }
    if isUntaken { clearSlots() }
    return plan.number
  }

  private func make(
    _ schedule: Schedule, base: CompiledPlan?, _ state: borrowing ControlState
  ) -> CompiledPlan {
    let nodes = schedule.entries.compactMap { state.nodes[$0.id] }
    var builder = PlanBuilder(
      schedule, ports: state.ports, slots: nodes.map(\.slot),
      mixers: nodes.map { prepared in
        if case .mixer(let mixer) = prepared.content { mixer } else { nil }
      }, slotTable: slotTable, engine: engineMemory, timeline: timeline(of: state.graph, base),
      base: base)
    return builder.build(number: state.planCount + 1)
  }

  /// The timeline of the graph's music: the base plan's, unless it has changed.
  private func timeline(of graph: Graph, _ base: CompiledPlan?) -> TimelineMemory? {
    guard let timeline = graph.musicTimeline ?? usualTimeline else { return nil }
    if let known = base?.timeline, known.timeline == timeline { return known }
    return TimelineMemory(timeline, sampleRate: format.sampleRate)
  }

  /// Compensates for changed latencies as soon as no edit runs.
  ///
  /// Thread: control.
  func refresh() {
    isStale.store(true, ordering: .releasing)
    refreshIfStale()
  }

  /// Does so if latencies have changed; a running edit does it at its end.
  func refreshIfStale() {
    while isStale.load(ordering: .acquiring) {
      let isDone: Void? = editLock.withLockIfAvailable { _ in
        isStale.store(false, ordering: .releasing)
        compensate()
      }
      if isDone == nil { return }
    }
  }

  /// Makes another plan if latencies require other delays.
  private func compensate() {
    let (graph, ports, latencies, old) = state.withLock { state in
      (state.graph, state.ports, state.latencies, state.schedule)
    }
    guard let new = try? Schedule(graph, ports: ports, latencies: latencies) else { return }
    if let old, old.isRouted(as: new) {
      state.withLock { $0.schedule = new }
    } else {
      _ = try? post()
    }
  }

  /// Notes that the render thread no longer uses a plan.
  func forget(plan number: Int64) {
    state.withLock { state in state.plans.removeAll { $0.number == number } }
    clearSlots()
  }
}

extension Schedule {
  /// Whether audio and MIDI take the same paths at the same time as in another schedule of the
  /// graph.
  func isRouted(as other: Schedule) -> Bool {
    outputs == other.outputs && midiOutputs == other.midiOutputs
      && zip(entries, other.entries).allSatisfy {
        $0.inputs == $1.inputs && $0.midiSources == $1.midiSources
      }
  }
}

// MARK: - Latency

extension PreparedGraph {
  /// Frames by which the engine's output lags behind its input: all paths through the graph are
  /// aligned to the longest.
  ///
  /// Thread: any but render.
  public var latencyToOutput: Int { state.withLock { $0.schedule?.latency ?? 0 } }

  /// Frames by which a node's output lags behind the engine's input.
  ///
  /// Thread: any but render. 0 for a node that is not in the graph.
  public func latencyFromInput(of node: Graph.NodeID) -> Int {
    state.withLock { state in
      state.schedule?.entries.first { $0.id == node }?.latency ?? 0
    }
  }

  /// Seconds for which a node sounds after its input has ended; `.infinity` for an endless tail.
  ///
  /// Thread: any but render.
  public func tail(of node: Graph.NodeID) -> Double {
    state.withLock { $0.nodes[node]?.instance?.tail ?? 0 }
  }

  /// Seconds for which the graph sounds after its input has ended: the longest sum of tails along
  /// its connections, plus its latency; `.infinity` for an endless tail.
  ///
  /// Thread: any but render.
  public var tail: Double {
    state.withLock { state in
      guard let schedule = state.schedule, let links = try? GraphLinks(state.graph),
        let levels = try? GraphLevels(state.graph, links)
      else { return 0 }
      var tails = [Double](repeating: 0, count: state.graph.nodes.count)
      for index in levels.order {
        let own = state.nodes[state.graph.nodes[index].id]?.instance?.tail ?? 0
        tails[index] = own + (links.sources(of: index).map { tails[$0] }.max() ?? 0)
      }
      return (tails.max() ?? 0) + Double(schedule.latency) / format.sampleRate
    }
  }
}
