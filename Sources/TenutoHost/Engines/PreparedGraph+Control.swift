internal import Synchronization
public import TenutoCore
internal import TenutoTransport

/// What control threads may do while the render thread plays.
extension PreparedGraph {
  /// Frames rendered since the start: the time of the next cycle's first frame.
  ///
  /// Thread: any.
  public var sampleTime: Int64 { unsafe renderer.pointee.words.sampleTime }

  /// Has an event happen at a node, exactly at its frame.
  ///
  /// Thread: control, several at once. Events of one time happen in the order of the calls, behind
  /// those that the engine has for that frame. A ramp may last as many cycles as it likes.
  ///
  /// The corresponding blocks are `scheduleParameterBlock` and `scheduleMIDIEventListBlock`.
  /// - Returns: False where 4096 events wait already; then nothing has been scheduled.
  public func schedule(
    _ payload: TimedEvent.Payload, to node: Graph.NodeID, at time: ScheduleTime
  ) -> Bool {
    let frame =
      switch time {
      case .immediately: Int64.min
      case .sampleTime(let frame): frame
      }
    let slot = slot(of: node)
    let (isTaken, instance) = state.withLock { state in
      let isTaken = unsafe renderer.pointee.agenda.write(payload, slot: slot, time: frame)
      return (isTaken, state.instances[node.index])
    }
    if isTaken { instance.learn(payload) }
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
    unsafe renderer.pointee.slots[slot(of: node)].mail.isBypassed = isBypassed
    unsafe renderer.pointee.words.raiseMail()
  }

  /// Whether a node is to be left out.
  ///
  /// Thread: any.
  public func isBypassed(_ node: Graph.NodeID) -> Bool {
    unsafe renderer.pointee.slots[slot(of: node)].mail.isBypassed
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
  ///   - node: Whose instance leaves.
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

  /// Allocates an instance as the one that it is to replace, and links it.
  ///
  /// - Throws: As `replace`.
  func link(
    _ instance: Instance, for node: Graph.NodeID, parked: Bool
  ) throws(HostError) -> UnsafeMutablePointer<InstanceLink> {
    let slot = slot(of: node)
    let entry = schedule.entries[slot]
    guard instance.layout == entry.layout else {
      throw HostError(
        .formatRefused,
        "\(instance.label) has another layout of channels than what it is to replace.")
    }
    let memory = try instance.allocate(
      Self.format(of: entry, slot: slot, in: format), page: unsafe renderer.pointee.page,
      priority: format.priority, parked: parked)
    return unsafe InstanceLink.allocate(
      instance, memory: memory, frameCapacity: format.frameCapacity)
  }

  /// Puts a link where the render thread finds it, and notes who leaves for it.
  private func leave(
    _ link: UnsafeMutablePointer<InstanceLink>, for node: Graph.NodeID, _ instance: Instance,
    _ whenDone: @escaping @Sendable (Instance) -> Void
  ) {
    let address = UInt(bitPattern: link)
    let slot = slot(of: node)
    let untaken = state.withLock { state in
      let old = state.instances[node.index]
      state.instances[node.index] = instance
      state.departures[ObjectIdentifier(old)] = Departure(instance: old, whenDone: whenDone)
      let link = unsafe UnsafeMutablePointer<InstanceLink>(bitPattern: address)
      return UInt(bitPattern: unsafe renderer.pointee.slots[slot].mail.exchangeLink(link))
    }
    unsafe renderer.pointee.words.raiseMail()
    if let untaken = unsafe UnsafeMutablePointer<InstanceLink>(bitPattern: untaken) {
      unsafe dismiss(untaken)
    }
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
    // A frozen extension may take its time: nobody else is to wait for it.
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
    let taken = handoffLock.withLock { _ in
      var taken: [Departure] = []
      while let item = unsafe renderer.pointee.handoff.take() {
        if let departure = take(item) { taken.append(departure) }
      }
      return taken
    }
    // Not under the lock: whoever hears of it may use the graph.
    for departure in taken { departure.whenDone(departure.instance) }
  }

  /// Does what one item asks for; who has left for a spare.
  private func take(_ item: Handoff.Item) -> Departure? {
    switch item.content {
    case .event(let payload):
      unsafe item.link.pointee.waitingEvents.wrappingSubtract(1, ordering: .releasing)
      tell(unsafe item.link.pointee.instance, payload)
    case .malformed:
      unsafe item.link.pointee.instance.process.condemn("sent what is no event list")
    case .returned: unsafe dismiss(item.link)
    case .relieved:
      guard let relief = unsafe item.relief else { return nil }
      defer { unsafe dismiss(item.link) }
      return unsafe relieve(item.link.pointee.instance, by: relief.pointee.instance)
    case .undelayed:
      if let delay = unsafe item.delay { unsafe PeriodDelay.deallocate(delay) }
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
