internal import Synchronization
public import TenutoCore
internal import TenutoProcess
public import TenutoSystem
internal import TenutoTransport

/// Calls of control threads while the graph renders.
extension PreparedGraph {
  /// Frames rendered since the start, which is the time of the next cycle's first frame.
  ///
  /// Thread: any.
  public var sampleTime: Int64 { unsafe renderer.pointee.words.sampleTime }

  /// Schedules an event at a node, exactly at its frame.
  ///
  /// Thread: control, any number at once. Events of the same time keep the order of the calls,
  /// after the engine's own events at that frame. A ramp may last any number of cycles.
  ///
  /// The corresponding blocks are `scheduleParameterBlock` and `scheduleMIDIEventListBlock`.
  /// - Parameters:
  ///   - payload: The event.
  ///   - node: The node.
  ///   - time: The time.
  ///   - originator: The caller's observation, which does not get a parameter's value or the end of
  ///     a ramp when it is reached; nil to notify all.
  /// - Returns: False if 4096 events are waiting, or if the node has left the graph; nothing is
  ///   scheduled then.
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

  /// Bypasses a node, or ends the bypass, with a linear fade of 64 frames from the next cycle on.
  ///
  /// Thread: control. A bypassed effect passes its main input on, delayed by its latency; an
  /// instrument is silent; a MIDI processor passes its input on. The extension continues to render.
  ///
  /// The corresponding property is `shouldBypassEffect`.
  public func setBypass(_ isBypassed: Bool, node: Graph.NodeID) {
    withMail(of: node) { $0.isBypassed = isBypassed }
  }

  /// Stops a node's instance after its current cycle: the node's input passes it, as if it were
  /// bypassed, until another instance takes over.
  ///
  /// Thread: control. Has no effect if `instance` does not play the node.
  public func park(_ instance: Instance, of node: Graph.NodeID) {
    guard let memory = instance.setup.withLock({ $0.memory }) else { return }
    withMail(of: node) { $0.parkedSerial = memory.port.serial }
  }

  /// Whether a node is bypassed.
  ///
  /// Thread: any.
  public func isBypassed(_ node: Graph.NodeID) -> Bool {
    state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return false }
      return unsafe slotTable.slots[prepared.slot].mail.isBypassed
    }
  }

  /// The value of a mixer's parameter, or its target during a ramp; nil for other nodes.
  ///
  /// Thread: any but render.
  public func mixerValue(_ address: ParameterAddress, of node: Graph.NodeID) -> Float? {
    state.withLock { state in
      guard let prepared = state.nodes[node], !prepared.isExtension else { return nil }
      return unsafe slotTable.hosts[prepared.slot].mixer?.pointee.values[address]
    }
  }

  /// Posts mail for the render thread; does nothing for a node that has left, or a node of the
  /// host.
  func withMail(of node: Graph.NodeID, _ body: (SlotMail) -> Void) {
    state.withLock { state in
      guard let prepared = state.nodes[node], prepared.isExtension else { return }
      body(unsafe slotTable.slots[prepared.slot].mail)
    }
    unsafe renderer.pointee.words.raiseMail()
  }

  /// The prepared node, which must be in the graph.
  func prepared(_ node: Graph.NodeID) -> PreparedNode {
    guard let prepared = state.withLock({ $0.nodes[node] }) else {
      preconditionFailure("the node is not in this graph")
    }
    return prepared
  }
}

// MARK: - Swapping

extension PreparedGraph {
  /// The callback for an instance that is about to leave.
  struct Departure: Sendable {
    let instance: Instance
    let whenDone: @Sendable (Instance) -> Void
  }

  /// Replaces a node's instance at a cycle boundary, with a fade of 64 frames.
  ///
  /// Thread: control. Returns when the new instance is allocated; the render thread switches to it
  /// as soon as it keeps up, without waiting. The new instance gets the controllers and held notes
  /// of the old one, so that their ends match. The caller carries over parameters and state before.
  /// Another `replace` of the same node meanwhile supersedes this one.
  ///
  /// - Parameters:
  ///   - node: The node whose instance is replaced.
  ///   - instance: The new instance, not allocated, with the same layout.
  ///   - whenDone: Called on a control thread with the instance that has left and is deallocated.
  /// - Throws: `.formatRefused` for another layout; as `Instance.allocate`. Nothing has changed
  ///   then.
  public func replace(
    _ node: Graph.NodeID, with instance: Instance,
    whenDone: @escaping @Sendable (Instance) -> Void = { _ in }
  ) throws(HostError) {
    let link = try unsafe link(instance, for: node, parked: false)
    unsafe leave(link, for: node, instance, whenDone)
  }

  /// Allocates an instance in the format of the replaced instance, and makes its link.
  ///
  /// - Throws: As `replace`.
  func link(
    _ instance: Instance, for node: Graph.NodeID, parked: Bool
  ) throws(HostError) -> UnsafeMutablePointer<InstanceLink> {
    guard let (prepared, level) = state.withLock({ $0.preparedWithLevel(node) }),
      prepared.isExtension
    else {
      throw HostError(.wrongState, "\(instance.label): its node is no longer in the graph")
    }
    guard instance.layout == prepared.layout else {
      throw HostError(
        .formatRefused,
        "\(instance.label) has other channels than the instance it should replace.")
    }
    let memory = try instance.allocate(
      Self.format(prepared.layout, level: level, slot: prepared.slot, in: format),
      page: unsafe renderer.pointee.page, priority: format.priority, parked: parked)
    return unsafe InstanceLink.allocate(
      instance, memory: memory, depth: level, frameCapacity: format.frameCapacity)
  }

  /// Posts a link for the render thread, and records the callback for the instance that it
  /// replaces.
  private func leave(
    _ link: UnsafeMutablePointer<InstanceLink>, for node: Graph.NodeID, _ instance: Instance,
    _ whenDone: @escaping @Sendable (Instance) -> Void
  ) {
    let address = UInt(bitPattern: link)
    let untaken = state.withLock { state in
      guard let prepared = state.nodes[node], let old = prepared.instance else { return address }
      state.nodes[node]?.instance = instance
      noteTakeover(old, by: instance, nil)
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

  /// Frees a link that the render thread does not have, and releases its instance.
  func dismiss(_ link: UnsafeMutablePointer<InstanceLink>) {
    let instance = unsafe link.pointee.instance
    let memory = unsafe link.pointee.memory
    unsafe InstanceLink.deallocate(link)
    let departure = state.withLock { state in
      _ = state.spares.removeValue(forKey: ObjectIdentifier(instance))
      return state.departures.removeValue(forKey: ObjectIdentifier(instance))
    }
    // A frozen extension may take long, and other callers must not wait for it.
    DetachedThread.startOrTrap {
      if instance.process.exit == nil { try? instance.deallocate() }
      _ = memory  // alive until here
      departure?.whenDone(instance)
    }
  }

  /// Processes the items that the render thread has handed over.
  ///
  /// Thread: control.
  package func takeHandoff() {
    var isOther = false
    let taken = handoffLock.withLock { _ in
      var taken: [Departure] = []
      while let item = unsafe renderer.pointee.handoff.take() {
        if case .event = item.content {} else { isOther = true }
        if let departure = take(item) { taken.append(departure) }
      }
      return taken
    }
    scheduledValues.deliver(upTo: sampleTime)
    // Outside the lock, since the callback may use the graph.
    for departure in taken { departure.whenDone(departure.instance) }
    if !taken.isEmpty { refresh() }
    // The change may have completed or broken a chain.
    if isOther { linkChainsLater() }
  }

  /// Processes one item; returns the callback for an instance that a spare has replaced.
  private func take(_ item: Handoff.Item) -> Departure? {
    if case .replaced(let number) = item.content { forget(plan: number) }
    guard let link = unsafe item.link else { return nil }
    switch item.content {
    case .event(let payload):
      unsafe link.pointee.waitingEvents.wrappingSubtract(1, ordering: .releasing)
      deliver(unsafe link.pointee.instance, payload)
    case .malformed:
      unsafe link.pointee.instance.process.end(because: "sent a malformed event list")
    case .returned: unsafe dismiss(link)
    case .relieved:
      guard let relief = unsafe item.relief else { return nil }
      unsafe noteTakeover(
        link.pointee.instance, by: relief.pointee.instance,
        link.pointee.takeover.map { taken in
          unsafe Takeover(cause: taken.cause, cycle: taken.cycle, memory: link.pointee.memory)
        })
      defer { unsafe dismiss(link) }
      return unsafe relieve(link.pointee.instance, by: relief.pointee.instance)
    case .undelayed:
      if let delay = unsafe item.delay { unsafe PeriodDelay.deallocate(delay) }
      if let dry = unsafe item.dry { unsafe DryDelay.deallocate(dry) }
    case .replaced: break
    }
    return nil
  }

  private func deliver(_ instance: Instance, _ payload: TimedEvent.Payload) {
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
  /// A node's slot, and the level at which it renders; nil if it is not in the graph.
  func preparedWithLevel(_ node: Graph.NodeID) -> (PreparedNode, Int)? {
    guard let prepared = nodes[node] else { return nil }
    return (prepared, plans.last?.depths[prepared.slot] ?? 0)
  }
}
