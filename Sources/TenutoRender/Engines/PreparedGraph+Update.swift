internal import Glibc
internal import Synchronization
internal import TenutoCore
public import TenutoSystem
internal import TenutoTransport

/// Edits of a playing graph.
extension PreparedGraph {
  /// Switches to `graph` at a cycle boundary, without a click.
  ///
  /// Thread: control; edits of several threads wait for each other. New instances are allocated
  /// first, several at a time. Then the render thread switches: removed parts fade out in one
  /// cycle, new parts fade in from the next one on, over 64 frames each. Common parts play on
  /// unchanged, sample by sample. If a latency delays other nodes, the switch comes that many
  /// frames later, so that their sound has no gap.
  ///
  /// A node keeps its instance, or the spare that has taken over, unless `graph` gives it a new
  /// one.
  ///
  /// - Parameters:
  ///   - graph: An edited copy of `self.graph`.
  ///   - waits: Whether to return only when the update has taken effect and the instances that left
  ///     are deallocated; after two seconds at most if no cycle runs. Pass false on the thread that
  ///     runs the cycles.
  ///   - whenLeft: Called on a control thread with each instance that has left and is deallocated.
  /// - Throws: As `init`; the old graph then plays on.
  public func update(
    _ graph: Graph, waits: Bool = true,
    whenLeft: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    let edit = try editLock.withLock { _ throws(HostError) in try change(to: graph, whenLeft) }
    refreshIfStale()
    if waits { wait(for: edit) }
    linkChainsLater()
    CorePlacer.noteChange()
  }

  /// An edit in progress.
  private struct Edit: Sendable {
    let number: Int64
    let leaving: [Signal]
  }

  /// Milliseconds to wait for an edit.
  private static var timeout: UInt64 { 2000 }

  private func wait(for edit: Edit) {
    let words = unsafe renderer.pointee.words
    let end = MonotonicTime.after(milliseconds: Self.timeout)
    while words.planNumber < edit.number, MonotonicTime.now < end {
      usleep(500)
    }
    guard words.planNumber >= edit.number else { return }
    takeHandoff()
    for signal in edit.leaving { _ = signal.wait(milliseconds: Self.timeout) }
  }

  /// Sets the first graph, before there is a render thread.
  func begin(_ graph: Graph, isAnew: Bool) throws(HostError) {
    _ = try editLock.withLock { _ throws(HostError) in
      try change(to: graph, isAnew: isAnew) { _ in }
    }
    if format.handsOn { linkChains() }
  }
}

// MARK: - Change

extension PreparedGraph {
  /// The requirements of an edit, computed before anything changes.
  private struct Draft {
    let graph: Graph
    let ports: EnginePorts
    /// The nodes that are new in the graph.
    let newcomers: [(node: Graph.Node, level: Int)]
  }

  private func change(
    to graph: Graph, isAnew: Bool = false, _ whenLeft: @escaping @Sendable (Instance) -> Void
  ) throws(HostError) -> Edit {
    let draft = try draft(graph)
    let isFirst = state.withLock { $0.plans.isEmpty }
    let arrivals = try slot(draft.newcomers, parked: !isFirst, isAnew: isAnew)
    let (leaving, changes) = state.withLock { state in
      let gone = leavingNodes(draft.graph, &state) + admit(arrivals, &state)
      return (gone.map { leave($0, whenLeft, &state) }, settle(draft, &state))
    }
    let number = try post()
    for (node, value) in changes {
      _ = schedule(
        .parameter(address: value.address, value: value.value), to: node, at: .immediately)
    }
    return Edit(number: number, leaving: leaving)
  }

  /// Checks the graph and determines its requirements.
  private func draft(_ graph: Graph) throws(HostError) -> Draft {
    let (old, oldPorts, nodes) = state.withLock { ($0.graph, $0.ports, $0.nodes) }
    if let instance = graph.instanceWithTwoNodes {
      throw HostError(
        .graphInvalid, "\(instance.label) has two nodes; each needs a separate instance")
    }
    let ports = try EnginePorts(graph, previous: old, keeping: oldPorts)
    let schedule = try Schedule(graph, ports: ports)
    let newcomers = zip(graph.nodes, schedule.entries)
      .filter { node, _ in nodes[node.id]?.holds(node.content) != true }
      .map { ($0, $1.level) }
    return Draft(graph: graph, ports: ports, newcomers: newcomers)
  }

  /// Stores the new graph; returns the values to set on mixers that stay.
  private func settle(
    _ draft: Draft, _ state: inout ControlState
  ) -> [(Graph.NodeID, ParameterValue)] {
    var changes: [(Graph.NodeID, ParameterValue)] = []
    let new = Set(draft.newcomers.map(\.node.id))
    for node in draft.graph.nodes where !new.contains(node.id) {
      let old = state.nodes[node.id]?.content
      if case .mixer(let mixer) = node.content, case .mixer(let old)? = old {
        changes += old.changes(to: mixer).map { (node.id, $0) }
      }
      if node.instance == nil { state.nodes[node.id]?.content = node.content }
    }
    state.graph = draft.graph
    state.ports = draft.ports
    return changes
  }

  /// Removes the nodes that are not in `graph` any more; their slots become free later.
  private func leavingNodes(_ graph: Graph, _ state: inout ControlState) -> [PreparedNode] {
    let gone = state.nodes.filter { graph[$0.key] == nil }
    for node in gone.keys { state.nodes[node] = nil }
    return Array(gone.values)
  }

  /// Adds new nodes, and returns the nodes that they replace.
  private func admit(
    _ arrivals: [(node: Graph.NodeID, prepared: PreparedNode)], _ state: inout ControlState
  ) -> [PreparedNode] {
    arrivals.compactMap { node, prepared in
      state.slots.insert(prepared.slot)
      return state.nodes.updateValue(prepared, forKey: node)
    }
  }

  private func leave(
    _ prepared: PreparedNode, _ whenLeft: @escaping @Sendable (Instance) -> Void,
    _ state: inout ControlState
  ) -> Signal {
    let done = Signal()
    state.leavingNodes[prepared.slot] = LeavingNode(
      instance: prepared.instance, equipment: prepared.equipment, whenLeft: whenLeft, done: done)
    return done
  }
}

extension Graph {
  /// An instance with more than one node, or nil.
  fileprivate var instanceWithTwoNodes: Instance? {
    var seen: Set<ObjectIdentifier> = []
    return nodes.lazy.compactMap(\.instance).first { !seen.insert(ObjectIdentifier($0)).inserted }
  }
}
