internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// A graph with its memory allocated and its extensions waiting for cycles; it may be edited while
/// it plays.
///
/// Control makes and releases it; in between one render thread owns its renderer.
@safe public final class PreparedGraph: @unchecked Sendable {  // one render thread at a time
  /// The format that it was prepared for.
  public let format: EngineFormat
  /// The render thread's state, for engines.
  package let renderer: UnsafeMutablePointer<Renderer>
  let slotTable = SlotTable()
  let scheduledValues: ScheduledValues
  let engineMemory: EngineMemory
  /// The musical time unless the graph states one; nil if the engine supplies it.
  let usualTimeline: MusicalTimeline?
  let state: Mutex<ControlState>
  /// Its number among the graphs of this process.
  let serial = serials.add(1, ordering: .relaxed).newValue
  private static let serials = Atomic(0)
  /// Its position among the graphs that one thread renders, or nil.
  let lane = Mutex<GraphLane?>(nil)
  /// The graphs before and after it whose extensions hand on to each other.
  let neighbours = Mutex(GraphNeighbours())
  /// Held while extensions are linked.
  let chainLock = Mutex(())
  /// Held during an edit.
  let editLock = Mutex(())
  /// Whether latencies have changed since the last plan.
  let isStale = Atomic<Bool>(false)
  /// Held while control takes items from the render thread.
  let handoffLock = Mutex(())

  /// The state of control threads.
  struct ControlState: Sendable {
    /// The playing graph, or the one that plays next.
    var graph = Graph()
    var ports: EnginePorts
    /// The nodes, with their slots and instances.
    var nodes: [Graph.NodeID: PreparedNode] = [:]
    /// Slots in use or about to be cleared, and the callbacks for the latter.
    var slots: Set<Int> = []
    var leavingNodes: [Int: LeavingNode] = [:]
    /// The plans that the render thread may use, newest last, with their memory.
    var plans: [CompiledPlan] = []
    var schedule: Schedule?
    var planCount: Int64 = 0
    /// The callbacks for instances that have left, by instance.
    var departures: [ObjectIdentifier: Departure] = [:]
    /// Spares by instance, until the render thread no longer uses them.
    var spares: [ObjectIdentifier: Spare] = [:]
  }

  /// Allocates every instance of `graph` and starts its render thread.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - graph: The graph to render.
  ///   - format: The format to render in.
  ///   - timeline: The tempo and meter unless the graph states them; nil if the engine supplies
  ///     them in every cycle.
  /// - Throws: `.graphInvalid`, `.formatOutOfRange`, `.outOfResources`, or the error of an
  ///   extension.
  public convenience init(
    _ graph: Graph, format: EngineFormat, timeline: MusicalTimeline? = nil
  ) throws(HostError) {
    try self.init(graph, format: format, timeline: timeline, isAnew: false)
  }

  /// Prepares a graph as the public initializer does.
  ///
  /// With `isAnew`, the instances have played in another format. An instance that has ended
  /// meanwhile, or that refuses the new format and is ended for it, is silent until its supervisor
  /// replaces it; the others play on.
  package init(
    _ graph: Graph, format: EngineFormat, timeline: MusicalTimeline? = nil, isAnew: Bool
  ) throws(HostError) {
    let ports = EnginePorts(
      inputChannelCount: format.inputChannelCount, outputChannelCount: format.outputChannelCount)
    var nothing = PlanBuilder(
      try Schedule(Graph(), ports: ports), ports: ports, slots: [], mixers: [],
      slotTable: slotTable,
      engine: .allocate(format), timeline: nil, base: nil)
    engineMemory = nothing.engine
    usualTimeline = timeline
    let page = try Self.makePage()
    let empty = nothing.build(number: 0)
    unsafe renderer = .allocate(capacity: 1)
    unsafe renderer.initialize(
      to: Renderer(
        page: page, slotTable: slotTable, plan: empty.render.pointee, memory: engineMemory,
        format: format, handoffs: Housekeeper.shared.handoffs))
    scheduledValues = ScheduledValues(unsafe renderer.pointee.words)
    self.format = format
    state = Mutex(ControlState(ports: ports))
    try begin(graph, isAnew: isAnew)
    Housekeeper.shared.add(self)
    CorePlacer.noteChange()
  }

  deinit {
    Housekeeper.shared.remove(ObjectIdentifier(self))
    takeHandoff()
    forget()
    for slot in state.withLock({ $0.slots }) { clear(slot) }
    unsafe renderer.deinitialize(count: 1)
    unsafe renderer.deallocate()
    engineMemory.deallocate()
  }

  private static func makePage() throws(HostError) -> CyclePage {
    do throws(SystemError) {
      return try CyclePage()
    } catch {
      throw HostError("No shared memory for the cycle page", shortOf: error)
    }
  }

  /// The playing graph, or the one that plays next, with the current instances of its nodes.
  ///
  /// Thread: any but render.
  public var graph: Graph { state.withLock { $0.currentGraph } }

  /// The instances, in the order of the graph.
  public var instances: [Instance] {
    state.withLock { state in
      state.graph.nodeIDs.compactMap { state.nodes[$0]?.instance }
    }
  }

  /// The slot of a node, as a number of the renderer.
  ///
  /// A node that is not in the graph is a programmer error and traps.
  package func slotNumber(of node: Graph.NodeID) -> Int { prepared(node).slot }

  /// The permanent number of a MIDI input for `Renderer.send(_:toInput:)`; nil for other nodes.
  ///
  /// Thread: any but render.
  public func midiInputNumber(of node: Graph.NodeID) -> Int? {
    state.withLock { $0.ports.midiInputs[node] }
  }

  /// The number of a MIDI output, as in `Renderer.outputNumber(_:)`; nil for other nodes.
  ///
  /// Thread: any but render.
  public func midiOutputNumber(of node: Graph.NodeID) -> Int? {
    state.withLock { $0.ports.midiOutputs[node] }
  }

  /// The engine's channels of an audio input, which never change; nil for other nodes.
  ///
  /// Thread: any but render.
  public func inputChannels(of node: Graph.NodeID) -> Range<Int>? {
    state.withLock { state in
      guard let first = state.ports.audioInputs[node], let prepared = state.nodes[node] else {
        return nil
      }
      return first..<first + prepared.layout.outputChannelCount
    }
  }

  /// The engine's channels of an audio output, which never change; nil for other nodes.
  ///
  /// Thread: any but render.
  public func outputChannels(of node: Graph.NodeID) -> Range<Int>? {
    state.withLock { state in
      guard let first = state.ports.audioOutputs[node], let prepared = state.nodes[node] else {
        return nil
      }
      return first..<first + prepared.layout.inputChannelCount
    }
  }
}

// MARK: - Readings

extension PreparedGraph {
  /// The counters of each node, in the order of the graph.
  ///
  /// Thread: control.
  public func readings() -> [NodeReading] {
    state.withLock { state in
      state.graph.nodeIDs.compactMap { state.nodes[$0].map { statistics(of: $0).read() } }
    }
  }

  /// The counters of each node, with peaks since the last call.
  ///
  /// Thread: control.
  public func nodeReadings() -> [Graph.NodeID: NodeReading] {
    state.withLock { state in state.nodes.mapValues { statistics(of: $0).read() } }
  }

  /// The counters of a node; the peak is not reset.
  ///
  /// Thread: control. All counters are 0 for a node that is not in the graph.
  public func counters(of node: Graph.NodeID) -> NodeReading {
    state.withLock { state in
      state.nodes[node].map { statistics(of: $0).look() } ?? NodeReading()
    }
  }

  private func statistics(of prepared: PreparedNode) -> SlotStatistics {
    unsafe prepared.isExtension
      ? slotTable.slots[prepared.slot].statistics : slotTable.hosts[prepared.slot].statistics
  }
}

// MARK: - End

extension PreparedGraph {
  /// Ends the render threads of all instances, spares included, and finishes the files that are
  /// being written; no cycle may run any more.
  ///
  /// Thread: control. Dead instances are skipped. Instances that were about to leave have then
  /// left.
  public func release() {
    takeHandoff()
    let (staying, leaving, leavingNodes, takes) = state.withLock { state in
      defer { (state.departures, state.spares, state.leavingNodes) = ([:], [:], [:]) }
      let instances = state.nodes.values.compactMap(\.instance)
      return (
        instances + state.spares.values.map(\.instance), Array(state.departures.values),
        Array(state.leavingNodes.values), state.nodes.values.compactMap(\.equipment?.take)
      )
    }
    let gone = leaving.map(\.instance) + leavingNodes.compactMap(\.instance)
    for instance in staying + gone where instance.process.exit == nil {
      try? instance.deallocate()
    }
    for departure in leaving { departure.whenDone(departure.instance) }
    for leavingNode in leavingNodes { leavingNode.finish() }
    for take in takes { take.finishAtLast() }
  }

  /// Releases spares and leaving instances, without waiting for them.
  private func forget() {
    let (departures, spares, leavingNodes) = state.withLock { state in
      (
        Array(state.departures.values), state.spares.values.map(\.instance),
        Array(state.leavingNodes.values)
      )
    }
    guard !departures.isEmpty || !spares.isEmpty || !leavingNodes.isEmpty else { return }
    let gone = departures.map(\.instance) + leavingNodes.compactMap(\.instance)
    DetachedThread.startOrTrap {
      for instance in spares + gone where instance.process.exit == nil {
        try? instance.deallocate()
      }
      for departure in departures { departure.whenDone(departure.instance) }
      for leavingNode in leavingNodes { leavingNode.finish() }
    }
  }
}
