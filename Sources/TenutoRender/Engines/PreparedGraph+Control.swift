internal import Synchronization
public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// Calls of control threads while the render thread plays.
extension PreparedGraph {
  /// Frames rendered since the start: the time of the next cycle's first frame.
  ///
  /// Thread: any.
  public var sampleTime: Int64 { unsafe renderer.pointee.words.sampleTime }

  /// Has an event happen at a node, exactly at its frame.
  ///
  /// Thread: control, several at once. Events of one time happen in the order of the calls, behind
  /// those of the engine at that frame. A ramp may last any number of cycles.
  ///
  /// The corresponding blocks are `scheduleParameterBlock` and `scheduleMIDIEventListBlock`.
  /// - Parameters:
  ///   - payload: What happens.
  ///   - node: Where.
  ///   - time: When.
  ///   - originator: The observation of the caller, which is not told of a parameter's value, or of
  ///     the end of a ramp, when it is reached; nil to tell all.
  /// - Returns: False where 4096 events wait already, or the node is not in the graph any more;
  ///   then nothing has been scheduled.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime,
    originator: Observation? = nil
  ) -> Bool {
    let frame =
      switch time {
      case .immediately: Int64.min
      case .sampleTime(let frame): frame
      }
    let (isTaken, instance) = state.withLock { state in
      guard let prepared = state.nodes[node] else { return (false, Instance?.none) }
      let slot = slotTable.generations.handle(prepared.slot)
      let isTaken = unsafe renderer.pointee.schedule.write(payload, to: slot, time: frame)
      return (isTaken, prepared.instance)
    }
    if isTaken, let instance {
      instance.learn(payload)
      scheduledValues.add(
        payload, of: instance, at: max(frame, sampleTime), originator: originator)
    }
    return isTaken
  }

  /// Leaves a node out, or takes it in again, with a linear fade of 64 frames from the next cycle
  /// on.
  ///
  /// Thread: control. An effect then sounds like its main input, later by its latency; an
  /// instrument is silent; a MIDI processor passes on what it gets. The extension goes on
  /// rendering.
  ///
  /// The corresponding property is `shouldBypassEffect`.
  public func setBypass(_ isBypassed: Bool, node: Graph.NodeID) {
    withMail(of: node) { $0.isBypassed = isBypassed }
  }

  /// Lets a node's instance run no more from the next cycle on, once it has done the cycle that it is
  /// at: what the node gets goes past it, as if it were bypassed, until another instance takes over.
  ///
  /// Thread: control. No effect where `instance` does not play the node.
  public func park(_ instance: Instance, of node: Graph.NodeID) {
    guard let memory = instance.setup.withLock({ $0.memory }) else { return }
    withMail(of: node) { $0.parkedSerial = memory.port.serial }
  }

  /// Whether a node is to be left out.
  ///
  /// Thread: any.
  public func isBypassed(_ node: Graph.NodeID) -> Bool {
    state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return false }
      return unsafe slotTable.slots[prepared.slot].mail.isBypassed
    }
  }

  /// Where a parameter of a mixer stands, or is on its way to; nil for other nodes.
  ///
  /// Thread: any but render.
  public func mixerValue(_ address: ParameterAddress, of node: Graph.NodeID) -> Float? {
    state.withLock { state in
      guard let prepared = state.nodes[node], !prepared.isExtension else { return nil }
      return unsafe slotTable.hosts[prepared.slot].mixer?.pointee.values[address]
    }
  }

  /// Leaves something for the render thread; nothing where the node has left, or is the host's.
  func withMail(of node: Graph.NodeID, _ body: (SlotMail) -> Void) {
    state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return }
      body(unsafe slotTable.slots[prepared.slot].mail)
    }
    unsafe renderer.pointee.words.raiseMail()
  }

  /// A node that must be in the graph.
  func prepared(_ node: Graph.NodeID) -> PreparedNode {
    guard let prepared = state.withLock({ $0.nodes[node] }) else {
      preconditionFailure("the node is not in this graph")
    }
    return prepared
  }
}

// MARK: - Swapping

extension PreparedGraph {
  /// An instance that is about to leave.
  struct Departure: Sendable {
    let instance: Instance
    let whenDone: @Sendable (Instance) -> Void
  }

  /// Gives a node another instance, at a cycle boundary, with a fade of 64 frames.
  ///
  /// Thread: control. Returns when the new instance is allocated; the render thread takes it as
  /// soon as it keeps up, without waiting. It is told the controllers and held notes of the one
  /// before, so that their ends find them; parameters and state are the caller's to carry over
  /// before. Another `replace` of the same node meanwhile takes the place of the first.
  ///
  /// - Parameters:
  ///   - node: The node whose instance leaves.
  ///   - instance: The new one, not allocated, with the same layout.
  ///   - whenDone: Called on a control thread with an instance that has left and is deallocated.
  /// - Throws: `.formatRefused` for another layout; as `Instance.allocate`. Then nothing has
  ///   changed.
  public func replace(
    _ node: Graph.NodeID, with instance: Instance,
    whenDone: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    let link = try unsafe link(instance, for: node, parked: false)
    unsafe leave(link, for: node, instance, whenDone)
  }

  /// Allocates an instance in the format of the instance that it replaces, and links it.
  ///
  /// - Throws: As `replace`.
  func link(
    _ instance: Instance, for node: Graph.NodeID, parked: Bool
  ) throws(HostError) -> UnsafeMutablePointer<InstanceLink> {
    guard let (prepared, level) = state.withLock({ $0.preparedWithLevel(node) }),
      prepared.isExtension
    else {
      throw HostError(.wrongState, "\(instance.label): its node is not in the graph any more")
    }
    guard instance.layout == prepared.layout else {
      throw HostError(
        .formatRefused,
        "\(instance.label) has another layout of channels than what it is to replace.")
    }
    let memory = try instance.allocate(
      Self.format(prepared.layout, level: level, slot: prepared.slot, in: format),
      page: unsafe renderer.pointee.page, priority: format.priority, parked: parked)
    return unsafe InstanceLink.allocate(
      instance, memory: memory, depth: level, frameCapacity: format.frameCapacity)
  }

  /// Leaves a link for the render thread, and notes the instance that leaves for it.
  private func leave(
    _ link: UnsafeMutablePointer<InstanceLink>, for node: Graph.NodeID, _ instance: Instance,
    _ whenDone: @escaping @Sendable (Instance) -> Void
  ) {
    let address = UInt(bitPattern: link)
    let untaken = state.withLock { state in
      guard let prepared = state.nodes[node], let old = prepared.instance else { return address }
      state.nodes[node]?.instance = instance
      state.departures[ObjectIdentifier(old)] = Departure(instance: old, whenDone: whenDone)
      let link = unsafe UnsafeMutablePointer<InstanceLink>(bitPattern: address)
      return UInt(bitPattern: unsafe slotTable.slots[prepared.slot].mail.exchangeLink(link))
    }
    unsafe renderer.pointee.words.raiseMail()
    if let untaken = unsafe UnsafeMutablePointer<InstanceLink>(bitPattern: untaken) {
      unsafe dismiss(untaken)
    }
    refresh()
  }

  /// Frees a link that the render thread does not have, and lets its instance go.
  func dismiss(_ link: UnsafeMutablePointer<InstanceLink>) {
    let instance = unsafe link.pointee.instance
    let memory = unsafe link.pointee.memory
    unsafe InstanceLink.deallocate(link)
    let departure = state.withLock { state in
      _ = state.spares.removeValue(forKey: ObjectIdentifier(instance))
      return state.departures.removeValue(forKey: ObjectIdentifier(instance))
    }
    // A frozen extension may take long: other callers must not wait for it.
    DetachedThread.startOrTrap {
      if instance.process.exit == nil { try? instance.deallocate() }
      _ = memory  // until now
      departure?.whenDone(instance)
    }
  }

  /// Does what the render thread has handed over.
  ///
  /// Thread: control.
  func takeHandoff() {
    var isOther = false
    let taken = handoffLock.withLock { _ in
      var taken: [Departure] = []
      while let item = unsafe renderer.pointee.handoff.take() {
        if case .event = item.content {} else { isOther = true }
        if let departure = take(item) { taken.append(departure) }
      }
      return taken
    }
    scheduledValues.tell(upTo: sampleTime)
    // Outside the lock: the callback may use the graph.
    for departure in taken { departure.whenDone(departure.instance) }
    if !taken.isEmpty { refresh() }
    // The change may have completed or broken a chain.
    if isOther { linkChainsLater() }
  }

  /// Carries out one item; returns the instance that has left for a spare.
  private func take(_ item: Handoff.Item) -> Departure? {
    if case .replaced(let number) = item.content { forget(plan: number) }
    guard let link = unsafe item.link else { return nil }
    switch item.content {
    case .event(let payload):
      unsafe link.pointee.waitingEvents.wrappingSubtract(1, ordering: .releasing)
      tell(unsafe link.pointee.instance, payload)
    case .malformed:
      unsafe link.pointee.instance.process.condemn("sent a malformed event list")
    case .returned: unsafe dismiss(link)
    case .relieved:
      guard let relief = unsafe item.relief else { return nil }
      defer { unsafe dismiss(link) }
      return unsafe relieve(link.pointee.instance, by: relief.pointee.instance)
    case .undelayed:
      if let delay = unsafe item.delay { unsafe PeriodDelay.deallocate(delay) }
      if let dry = unsafe item.dry { unsafe DryDelay.deallocate(dry) }
    case .replaced: break
    }
    return nil
  }

  private func tell(_ instance: Instance, _ payload: TimedEvent.Payload) {
    switch payload {
    case .parameter(let address, let value):
      instance.deliver(.parameter(ParameterValue(address, value)))
    case .gesture(let address, let isTouched):
      instance.deliver(.gesture(address, isTouched: isTouched))
    case .midi, .ramp: break  // The render thread does not hand these over.
    }
  }
}

extension PreparedGraph.ControlState {
  /// A node's slot, and the level at which it renders; nil where it is not in the graph.
  func preparedWithLevel(_ node: Graph.NodeID) -> (PreparedNode, Int)? {
    guard let prepared = nodes[node] else { return nil }
    return (prepared, plans.last?.depths[prepared.slot] ?? 0)
  }
}
