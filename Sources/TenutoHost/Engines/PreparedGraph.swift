internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// What a graph is rendered with.
public struct EngineFormat: Sendable, Equatable {
  /// Frames per second, in Hz, `8000...768000`.
  public var sampleRate: Double
  /// Frames that a kernel is asked for at most, `1...8192`.
  public var frameCount: Int
  /// Calls of a kernel in one cycle at most: 1 where time runs, more offline, so that the price of
  /// a switch is paid once for many.
  public var burst: Int
  /// Audio channels that come in.
  public var inputChannelCount: Int
  /// Audio channels that go out.
  public var outputChannelCount: Int
  /// Realtime priority of the extensions' render threads, nil for ordinary scheduling.
  public var priority: Int32?
  /// The share of a period after which an extension counts as late.
  public var deadlineShare: Double

  /// The share where nobody says another.
  public static let usualDeadlineShare = 0.7

  /// States a format.
  public init(
    sampleRate: Double, frameCount: Int, burst: Int = 1, inputChannelCount: Int = 0,
    outputChannelCount: Int = 2, priority: Int32? = nil,
    deadlineShare: Double = EngineFormat.usualDeadlineShare
  ) {
    self.sampleRate = sampleRate
    self.frameCount = frameCount
    self.burst = burst
    self.inputChannelCount = inputChannelCount
    self.outputChannelCount = outputChannelCount
    self.priority = priority
    self.deadlineShare = deadlineShare
  }

  /// Frames of one cycle at most.
  public var frameCapacity: Int { frameCount * burst }
}

/// A graph with its memory allocated and its extensions waiting for cycles.
///
/// Made and released on the control thread; in between one render thread owns its renderer.
@safe public final class PreparedGraph: @unchecked Sendable {  // one render thread at a time
  /// What it was prepared for.
  public let format: EngineFormat
  /// The render thread's state, for engines.
  package let renderer: UnsafeMutablePointer<Renderer>
  let schedule: Schedule
  let state: Mutex<ControlState>
  /// Held by whoever reads what the render thread hands over.
  let handoffLock = Mutex(())

  /// What control threads know.
  struct ControlState: Sendable {
    /// In the order in which the graph has the nodes.
    var instances: [Instance]
    /// What is to happen when an instance has left, by instance.
    var departures: [ObjectIdentifier: Departure] = [:]
    /// What stands by, by instance, until the render thread has no more use for it.
    var spares: [ObjectIdentifier: Spare] = [:]
    /// Frames by which nodes are heard later, by slot.
    var delays: [Int: Int] = [:]
  }

  /// Allocates every instance of `graph` and starts its render thread.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.graphInvalid`, `.formatOutOfRange`, `.outOfResources`, or why an extension did
  ///   not follow.
  public init(_ graph: Graph, format: EngineFormat) throws(HostError) {
    let schedule = try Schedule(graph, inputChannelCount: format.inputChannelCount)
    let page = try Self.makePage()
    var memories: [InstanceMemory] = []
    for (slot, entry) in schedule.entries.enumerated() {
      let memory = try graph.nodes[entry.node].instance.allocate(
        Self.format(of: entry, slot: slot, in: format), page: page, priority: format.priority)
      memories.append(memory)
    }
    let slots = unsafe Self.makeSlots(graph, schedule, memories, format)
    unsafe renderer = .allocate(capacity: 1)
    unsafe renderer.initialize(
      to: Renderer(
        page: page, slots: slots, schedule: schedule, format: format,
        news: Housekeeper.shared.news))
    self.format = format
    self.schedule = schedule
    state = Mutex(ControlState(instances: graph.nodes.map(\.instance)))
    Housekeeper.shared.add(self)
  }

  deinit {
    Housekeeper.shared.remove(ObjectIdentifier(self))
    takeHandoff()
    forget()
    unsafe renderer.deinitialize(count: 1)
    unsafe renderer.deallocate()
  }

  private static func makePage() throws(HostError) -> CyclePage {
    do throws(SystemError) {
      return try CyclePage()
    } catch {
      throw HostError(.outOfResources, "No shared memory for the cycle page: \(error)")
    }
  }

  static func format(
    of entry: Schedule.Entry, slot: Int, in format: EngineFormat
  ) -> RenderFormat {
    RenderFormat(
      sampleRate: format.sampleRate, maximumFrameCount: format.frameCount,
      frameCapacity: format.frameCapacity, inputChannelCount: entry.layout.inputChannelCount,
      outputChannelCount: entry.layout.outputChannelCount, depth: entry.depth, slot: slot)
  }

  private static func makeSlots(
    _ graph: Graph, _ schedule: Schedule, _ memories: [InstanceMemory], _ format: EngineFormat
  ) -> UnsafeMutableBufferPointer<RenderSlot> {
    let slots = UnsafeMutableBufferPointer<RenderSlot>.allocate(capacity: memories.count)
    for (index, (entry, memory)) in zip(schedule.entries, memories).enumerated() {
      let link = unsafe InstanceLink.allocate(
        graph.nodes[entry.node].instance, memory: memory, frameCapacity: format.frameCapacity)
      unsafe slots.initializeElement(
        at: index,
        to: RenderSlot(
          link, entry: entry,
          events: SlotEvents(sources: entry.midiSources, isMIDISource: entry.isMIDISource),
          sampleRate: format.sampleRate))
    }
    return unsafe slots
  }

  /// The instances, in the order in which the graph has them.
  public var instances: [Instance] { state.withLock { $0.instances } }

  /// The slot of a node, by which the renderer names it.
  package func slot(of node: Graph.NodeID) -> Int { schedule.slots[node.index] }

  /// What each node has done, in the order in which the graph has them.
  ///
  /// Thread: control.
  public func readings() -> [NodeReading] {
    schedule.slots.map { slot in unsafe renderer.pointee.slots[slot].statistics.read() }
  }

  /// What a node has done; the peak is left as it is.
  ///
  /// Thread: control.
  public func counters(of node: Graph.NodeID) -> NodeReading {
    unsafe renderer.pointee.slots[slot(of: node)].statistics.look()
  }

  /// Ends the render threads of all instances, spares included; no cycle may run any more.
  ///
  /// Thread: control. An instance that has died needs no ending. Those that were about to leave
  /// have left then.
  public func release() {
    takeHandoff()
    let (staying, leaving) = state.withLock { state in
      defer { (state.departures, state.spares) = ([:], [:]) }
      return (
        state.instances + state.spares.values.map(\.instance), Array(state.departures.values)
      )
    }
    for instance in staying + leaving.map(\.instance) where instance.process.exit == nil {
      try? instance.deallocate()
    }
    for departure in leaving { departure.whenDone(departure.instance) }
  }

  /// Lets go of spares and of instances that were about to leave, without waiting for them.
  private func forget() {
    let (departures, spares) = state.withLock { state in
      (Array(state.departures.values), state.spares.values.map(\.instance))
    }
    guard !departures.isEmpty || !spares.isEmpty else { return }
    DetachedThread.startOrTrap {
      for instance in spares + departures.map(\.instance) where instance.process.exit == nil {
        try? instance.deallocate()
      }
      for departure in departures { departure.whenDone(departure.instance) }
    }
  }
}
