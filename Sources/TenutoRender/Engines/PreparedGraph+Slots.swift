internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// Slots of the render thread: made for new nodes, cleared when no plan uses them any more.
extension PreparedGraph {
  /// Makes slots for new nodes, with their instances allocated and asleep.
  ///
  /// Thread: control, with `editLock` held.
  ///
  /// - Throws: The error of the first node that cannot be made; no slot is made then.
  func slot(
    _ newcomers: [(node: Graph.Node, level: Int)], parked: Bool, isAnew: Bool
  ) throws(HostError) -> [(node: Graph.NodeID, prepared: PreparedNode)] {
    var arrivals: [Arrival] = []
    do throws(HostError) {
      for (node, level) in newcomers { arrivals.append(try arrival(node, level: level)) }
      try allocate(arrivals) { arrival throws(HostError) in
        try self.allocate(arrival, parked: parked, isAnew: isAnew)
      }
    } catch {
      for arrival in arrivals { abandon(arrival) }
      throw error
    }
    for arrival in arrivals { make(arrival, isNew: parked) }
    return arrivals.map { ($0.node.id, $0.prepared) }
  }

  /// A new node on its way to its slot.
  final class Arrival: Sendable {
    let node: Graph.Node
    let level: Int
    let prepared: PreparedNode
    let memory = Mutex<InstanceMemory?>(nil)

    init(_ node: Graph.Node, level: Int, _ prepared: PreparedNode) {
      self.node = node
      self.level = level
      self.prepared = prepared
    }
  }

  private func arrival(_ node: Graph.Node, level: Int) throws(HostError) -> Arrival {
    let equipment = try HostEquipment(node.content, in: format)
    guard let slot = state.withLock({ _ in slotTable.take() }) else {
      throw HostError(.outOfResources, "No slot is left for \(node.name)")
    }
    return Arrival(
      node, level: level,
      PreparedNode(
        slot: slot, content: node.content, layout: node.layout, instance: node.instance,
        equipment: equipment))
  }

  private func abandon(_ arrival: Arrival) {
    arrival.prepared.equipment?.take?.cancel()
    if arrival.memory.withLock({ $0 != nil }) { try? arrival.prepared.instance?.deallocate() }
    state.withLock { _ in slotTable.leave(arrival.prepared.slot) }
  }

  static func format(
    _ layout: BusLayout, level: Int, slot: Int, in format: EngineFormat
  ) -> RenderFormat {
    RenderFormat(
      sampleRate: format.sampleRate, maximumFrameCount: format.frameCount,
      frameCapacity: format.frameCapacity, inputChannelCount: layout.inputChannelCount,
      outputChannelCount: layout.outputChannelCount, depth: level, slot: slot)
  }

  /// Puts a node into its slot, which no plan uses yet.
  private func make(_ arrival: Arrival, isNew: Bool) {
    let prepared = arrival.prepared
    // Its first plan sets its role.
    let role = SlotRole.nothing
    if let equipment = prepared.equipment {
      unsafe (slotTable.hosts + prepared.slot).initialize(
        to: HostSlot(equipment, prepared.layout, role: role))
      slotTable.setHost(prepared.slot)
    } else if let instance = prepared.instance, let memory = arrival.memory.withLock({ $0 }) {
      let link = unsafe InstanceLink.allocate(
        instance, memory: memory, depth: arrival.level, frameCapacity: format.frameCapacity)
      let log =
        instance.keepsCycles
        ? CycleLogBox(
          inputChannelCount: prepared.layout.inputChannelCount, byteCount: instance.cycleLogBytes)
        : nil
      instance.setup.withLock { $0.cycleLog = log }
      slotTable.setLog(log, of: prepared.slot)
      unsafe (slotTable.slots + prepared.slot).initialize(
        to: RenderSlot(
          link, layout: prepared.layout, role: role, sampleRate: format.sampleRate, isNew: isNew,
          log: log?.log))
    }
  }
}

// MARK: - Allocation

extension PreparedGraph {
  /// Threads that wait for extensions at the same time.
  private static var threadCount: Int { 8 }

  /// Allocates the instances of new nodes, several at once, since each may take its time.
  private func allocate(
    _ arrivals: [Arrival], _ allocate: @escaping @Sendable (Arrival) throws(HostError) -> Void
  ) throws(HostError) {
    let waiting = Mutex(arrivals.filter { $0.prepared.instance != nil }[...])
    let failure = Mutex<HostError?>(nil)
    let work = AllocationWork(waiting: waiting, failure: failure)
    let count = min(Self.threadCount, work.count)
    guard count > 1 else {
      work.run(allocate)
      return try work.check()
    }
    let done = Signal()
    for _ in 0..<count {
      DetachedThread.startOrTrap {
        work.run(allocate)
        done.send()
      }
    }
    for _ in 0..<count { done.wait() }
    try work.check()
  }

  private func allocate(
    _ arrival: Arrival, parked: Bool, isAnew: Bool
  ) throws(HostError) {
    guard let instance = arrival.prepared.instance else { return }
    let format = Self.format(
      arrival.prepared.layout, level: arrival.level, slot: arrival.prepared.slot, in: format)
    let memory: InstanceMemory
    do throws(HostError) {
      memory = try instance.allocate(
        format, page: unsafe renderer.pointee.page, priority: self.format.priority, parked: parked)
    } catch {
      guard isAnew, error.code != .outOfResources else { throw error }
      instance.terminate()
      memory = try instance.makeMemory(format, parked: false)
    }
    arrival.memory.withLock { $0 = memory }
  }
}

/// The instances that several threads allocate.
private final class AllocationWork: Sendable {
  private let waiting: Mutex<ArraySlice<PreparedGraph.Arrival>>
  private let failure: Mutex<HostError?>

  init(
    waiting: consuming sending Mutex<ArraySlice<PreparedGraph.Arrival>>,
    failure: consuming sending Mutex<HostError?>
  ) {
    self.waiting = waiting
    self.failure = failure
  }

  var count: Int { waiting.withLock { $0.count } }

  /// Runs `body` for waiting arrivals until none is left or one has failed.
  func run(_ body: (PreparedGraph.Arrival) throws(HostError) -> Void) {
    while failure.withLock({ $0 == nil }), let next = waiting.withLock({ $0.popFirst() }) {
      do throws(HostError) {
        try body(next)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }

  func check() throws(HostError) {
    if let error = failure.withLock({ $0 }) { throw error }
  }
}

// MARK: - Clearing

extension PreparedGraph {
  /// Clears the slots that no plan uses any more, and releases their instances.
  ///
  /// Thread: control. A frozen extension may take long, and other callers must not wait for it.
  func clearSlots() {
    let (slotInstances, leavingNodes, departures) = state.withLock { state in
      let used = state.plans.reduce(into: Set(state.nodes.values.map(\.slot))) {
        $0.formUnion($1.slots)
      }
      var slotInstances: [SlotInstance] = []
      var leavingNodes: [LeavingNode] = []
      for slot in state.slots.subtracting(used) {
        slotInstances += clear(slot)
        state.slots.remove(slot)
        slotTable.leave(slot)
        if let leavingNode = state.leavingNodes.removeValue(forKey: slot) {
          leavingNodes.append(leavingNode)
        }
      }
      let departures = slotInstances.compactMap { slotInstance in
        _ = state.spares.removeValue(forKey: ObjectIdentifier(slotInstance.instance))
        return state.departures.removeValue(forKey: ObjectIdentifier(slotInstance.instance))
      }
      return (slotInstances, leavingNodes, departures)
    }
    guard !slotInstances.isEmpty || !leavingNodes.isEmpty else { return }
    DetachedThread.startOrTrap {
      for slotInstance in slotInstances where slotInstance.instance.process.exit == nil {
        try? slotInstance.instance.deallocate()
      }
      for departure in departures { departure.whenDone(departure.instance) }
      for leavingNode in leavingNodes { leavingNode.finish() }
    }
  }

  /// An instance of a slot, current or pending, and its shared memory until it is deallocated.
  struct SlotInstance: Sendable {
    let instance: Instance
    let memory: InstanceMemory
  }

  /// Clears a slot and returns its instances.
  @discardableResult
  func clear(_ slot: Int) -> [SlotInstance] {
    if slotTable.isHost(slot) {
      unsafe (slotTable.hosts + slot).deinitialize(count: 1)
      return []
    }
    let contents = unsafe slotTable.slots + slot
    let waiting = unsafe [
      contents.pointee.mail.exchangeLink(nil), contents.pointee.mail.exchangeSpare(nil),
    ]
    let links =
      unsafe [contents.pointee.link, contents.pointee.next, contents.pointee.spare] + waiting
    let slotInstances = unsafe links.compactMap { link in
      unsafe link.map {
        unsafe SlotInstance(instance: $0.pointee.instance, memory: $0.pointee.memory)
      }
    }
    unsafe waiting.forEach { link in
      if let link = unsafe link { unsafe InstanceLink.deallocate(link) }
    }
    unsafe contents.deinitialize(count: 1)
    return slotInstances
  }
}
