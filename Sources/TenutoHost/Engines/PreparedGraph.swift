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

  /// States a format.
  public init(
    sampleRate: Double, frameCount: Int, burst: Int = 1, inputChannelCount: Int = 0,
    outputChannelCount: Int = 2, priority: Int32? = nil
  ) {
    self.sampleRate = sampleRate
    self.frameCount = frameCount
    self.burst = burst
    self.inputChannelCount = inputChannelCount
    self.outputChannelCount = outputChannelCount
    self.priority = priority
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
      let memory = try entry.instance.allocate(
        Self.format(of: entry, slot: slot, in: format), page: page, priority: format.priority)
      memories.append(memory)
    }
    let slots = unsafe Self.makeSlots(schedule, memories, format)
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
    _ schedule: Schedule, _ memories: [InstanceMemory], _ format: EngineFormat
  ) -> UnsafeMutableBufferPointer<RenderSlot> {
    let slots = UnsafeMutableBufferPointer<RenderSlot>.allocate(capacity: memories.count)
    for (index, (entry, memory)) in zip(schedule.entries, memories).enumerated() {
      let link = unsafe InstanceLink.allocate(
        entry.instance, memory: memory, frameCapacity: format.frameCapacity)
      unsafe slots.initializeElement(
        at: index,
        to: RenderSlot(
          link, entry: entry,
          events: SlotEvents(sources: entry.midiSources, isMIDISource: entry.isMIDISource)))
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

  /// Ends the render threads of all instances; no cycle may run any more.
  ///
  /// Thread: control. An instance that has died needs no ending.
  public func release() {
    takeHandoff()
    let all = state.withLock { state in
      state.instances + state.departures.values.map(\.instance)
    }
    for instance in all where instance.process.exit == nil { try? instance.deallocate() }
  }
}
