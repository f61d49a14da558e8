internal import Synchronization
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// Events to a node's instance, in its own protocol.
extension RenderSlot {
  /// Sends an event of this cycle.
  ///
  /// Thread: render. Events must come in the order of frames.
  @_noLocks
  mutating func deliver(_ event: TimedEvent, cycle: UInt32) {
    guard case .midi(let packet) = event.payload else {
      pass(event, cycle: cycle)
      return
    }
    if isPassedBy { emit(event) }
    switch packet.messageType {
    case 2: deliverMIDI1(event, packet, cycle: cycle)
    case 4:
      events.delivered.take(packet, at: .init(cycle: cycle, time: MonotonicTime.now.nanoseconds))
      send(packet, at: event.frameOffset, cycle: cycle)
    default: pass(event, cycle: cycle)
    }
  }

  /// Sends an event unchanged and records it.
  @_noLocks
  private mutating func pass(_ event: TimedEvent, cycle: UInt32) {
    // A parked instance would get all of them in its next cycle.
    guard !isParked else { return }
    events.deliveredCount &+= 1
    if events.isReplayNewest {
      events.isReplayNewest = false
      replay.follow()
    }
    var isDue = true
    if let log {
      log.stage(event, cycle: cycle)
      // A former shadow that is behind gets the event with its cycle.
      isDue = !isDraining
    }
    if isDue { unsafe link.pointee.sender.append(event, cycle: cycle) }
    if let recorder = unsafe link.pointee.recorder { unsafe recorder.pointee.record(event) }
  }

  @_noLocks
  private mutating func deliverMIDI1(_ event: TimedEvent, _ packet: UMP, cycle: UInt32) {
    let batch = events.translated(packet)
    let isAsWanted = unsafe link.pointee.wantsMIDI1
    let moment = PlayedState.Moment(cycle: cycle, time: MonotonicTime.now.nanoseconds)
    for index in 0..<batch.count {
      events.delivered.take(batch[index], at: moment)
      if !isAsWanted { send(batch[index], at: event.frameOffset, cycle: cycle) }
    }
    if isAsWanted { pass(event, cycle: cycle) }
  }

  /// Sends a MIDI 2.0 message, translated if the instance wants MIDI 1.0.
  @_noLocks
  private mutating func send(_ packet: UMP, at frame: UInt32, cycle: UInt32) {
    guard unsafe link.pointee.wantsMIDI1 else {
      let event = TimedEvent(frameOffset: frame, payload: .midi(packet))
      pass(event, cycle: cycle)
      return
    }
    let batch = MIDI2ToMIDI1Translator().translate(packet)
    for index in 0..<batch.count {
      let event = TimedEvent(frameOffset: frame, payload: .midi(batch[index]))
      pass(event, cycle: cycle)
    }
  }

  /// Replays the input of the previous instance to a new one, without the message that control
  /// leaves out: controllers first, then notes, oldest first.
  ///
  /// Thread: render.
  @_noLocks
  mutating func restore(cycle: UInt32) {
    events.isToRestore = false
    if let leftOut = replay.takeLeftOut() {
      events.delivered.forget(leftOut.message, at: leftOut.time)
    }
    // A third instance never gets the events of a cycle that ended an instance and its shadow.
    if let suspect = events.suspectCycle, events.endedCycle == suspect {
      events.delivered.forgetAll(of: suspect)
    }
    events.suspectCycle = nil
    beginReplay(cycle: cycle)
    for isNote in 0..<2 {
      var index = events.delivered.oldestIndex
      while index >= 0 {
        if let packet = events.delivered.message(at: index, isNote: isNote == 1) {
          send(packet, at: 0, cycle: cycle)
        }
        index = events.delivered.index(after: index)
      }
    }
    events.isReplayNewest = true
  }

  /// Notes that a shadow gets the events of the cycle in which the previous instance ended.
  ///
  /// If the shadow ends as well, no third instance gets them. Thread: render.
  @_noLocks
  mutating func noteSuccession() {
    events.endedCycle = loggedCycle
    events.suspectCycle = loggedCycle
    beginReplay(cycle: loggedCycle)
    events.isReplayNewest = true
  }

  /// Notes which message may have ended the previous instance, for control.
  ///
  /// After a takeover only the messages of that cycle are suspect.
  @_noLocks
  private mutating func beginReplay(cycle: UInt32) {
    events.isReplayNewest = false
    var newest: (message: UMP, time: UInt64)?
    if let ended = events.endedCycle, let found = events.delivered.newest(upTo: ended),
      events.suspectCycle == nil || found.moment.cycle == ended
    {
      newest = (found.message, found.moment.time)
    }
    replay.begin(
      serial: port.serial, cycle: cycle, newest: newest,
      isTakeover: events.suspectCycle != nil)
  }

  /// Sends the collected events, even to a late node, which catches up with them.
  ///
  /// Thread: render.
  @_noLocks
  mutating func flushEvents(cycle: UInt32) {
    let before = unsafe link.pointee.sender.lostEventCount
    unsafe link.pointee.sender.flush(cycle: cycle)
    let after = unsafe link.pointee.sender.lostEventCount
    statistics.countLostEvents(after &- before)
  }

  /// Adds an event for the next cycle; counts an event without room.
  ///
  /// Thread: render.
  @_noLocks
  mutating func append(_ event: TimedEvent) {
    fastPath.isActive = false
    let before = events.pending.lostCount
    events.pending.insert(event)
    statistics.countLostEvents(events.pending.lostCount &- before)
  }

  /// Events that still fit into the next cycle.
  var room: Int { @_noLocks get { SlotEvents.pendingCapacity &- events.pending.count } }

  /// Datagrams sent to its instance.
  var datagramCount: UInt32 { @_noLocks get { unsafe link.pointee.sender.datagramCount } }
}

/// Events from a node's instance: checked, limited, and passed on.
extension RenderSlot {
  /// Reads the events of a cycle that it has answered.
  ///
  /// MIDI is output at `lastFrame` at the latest, since it may belong to an earlier, longer cycle.
  ///
  /// Thread: render. The work is bounded: events beyond the budget wait for the next cycle, for a
  /// limited time.
  /// - Returns: Whether there is an event for control.
  @_noLocks
  mutating func collectEvents(
    cycle: UInt32, frameCount: Int, announced: UInt32, lastFrame: UInt32, handoff: Handoff,
    budget: EventBudget.Cycle
  ) -> Bool {
    guard isListenedTo else { return false }
    if let end = events.budget.skipEnd(announced: announced) {
      skipEvents(until: end)
      return false
    }
    let frames = UInt32(truncatingIfNeeded: frameCount)
    var budget = budget
    var isHandedOver = false
    events.hasBacklog = false
    while unsafe link.pointee.receiver.mayHaveNext(announced: announced) {
      let isRoom = unsafe !link.pointee.receiver.isListRead || budget.takeDatagram()
      guard isRoom, budget.takeEvent() else {
        leaveEvents(announced: announced, frameCount: frameCount)
        return isHandedOver
      }
      switch unsafe link.pointee.receiver.next(
        cycle: cycle, frameCount: frames, announced: announced)
      {
      case .event(let event): if take(event, lastFrame, handoff) { isHandedOver = true }
      case .none:
        noteBudgetKept(frameCount: frameCount)
        return isHandedOver
      case .malformed:
        stopListening()
        return isHandedOver
      }
    }
    noteBudgetKept(frameCount: frameCount)
    return isHandedOver
  }

  /// Handles one event; returns whether it is for control.
  @_noLocks
  private mutating func take(
    _ event: TimedEvent, _ lastFrame: UInt32, _ handoff: Handoff
  ) -> Bool {
    switch event.payload {
    case .midi:
      // A bypassed node has output its input instead.
      guard !isPassedBy else { return false }
      var event = event
      event.frameOffset = min(event.frameOffset, lastFrame)
      emit(event)
      return false
    case .parameter, .gesture:
      return hand(event.payload, to: handoff)
    case .ramp:
      stopListening()  // The host accepts no ramps.
      return false
    }
  }

  /// Outputs a MIDI event if the node's MIDI is read.
  @_noLocks
  mutating func emit(_ event: TimedEvent) {
    if events.isMIDISource && !events.put(event) { statistics.countLostEvents(1) }
  }

  /// Hands an event to control; one instance never fills the whole queue.
  @_noLocks
  private mutating func hand(_ payload: TimedEvent.Payload, to handoff: Handoff) -> Bool {
    guard unsafe link.pointee.waitingEvents.load(ordering: .acquiring) < Handoff.share,
      unsafe handoff.write(Handoff.Item(link, .event(payload)))
    else {
      statistics.countLostEvents(1)
      return false
    }
    unsafe link.pointee.waitingEvents.wrappingAdd(1, ordering: .relaxed)
    return true
  }

  /// Stops reading an instance that breaks the protocol; control ends it.
  @_noLocks
  mutating func stopListening() {
    events.isMuted = true
    events.hasBacklog = false
    statistics.countProtocolFault()
    owesReport = true
  }
}

// MARK: - Too many events

extension RenderSlot {
  /// Whether its events are read.
  private var isListenedTo: Bool {
    @_noLocks get { !events.isMuted && !events.budget.isFlooding }
  }

  /// Notes a cycle in which all its events were read.
  @_noLocks
  mutating func noteBudgetKept(frameCount: Int) {
    _ = events.budget.note(isOver: false, frameCount: frameCount)
  }

  /// Leaves events beyond the budget to the next cycle; discards them after a limited time.
  @_noLocks
  private mutating func leaveEvents(announced: UInt32, frameCount: Int) {
    events.hasBacklog = true
    let isFed = events.deliveredCount >= EventBudget.feed
    if events.budget.note(isOver: true, isFed: isFed, frameCount: frameCount) {
      return beginFlood()
    }
    guard events.budget.isOverdrawn else { return }
    drop(
      unsafe link.pointee.receiver.discard(
        announced: announced, atMost: EventBudget.datagramLimit))
  }

  /// Stops reading its events, and ends the notes that it has output.
  @_noLocks
  private mutating func beginFlood() {
    events.hasBacklog = false
    statistics.beginFlood()
    if events.isMIDISource && !isBypassed { events.isToRelease = true }
  }

  /// Discards events sent while it was not read, some in each cycle.
  @_noLocks
  private mutating func skipEvents(until end: UInt32) {
    let discarded = unsafe link.pointee.receiver.discard(
      announced: end, atMost: EventBudget.datagramLimit)
    drop(discarded)
    if discarded.isAll { events.budget.reset() }
  }

  @_noLocks
  private mutating func drop(_ discarded: EventReceiver.Discarded) {
    statistics.countExcessEvents(discarded.eventCount)
    if discarded.isMalformed { stopListening() }
  }

  /// Resumes reading its events after a flood.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func listenAgain() {
    if events.budget.readAgain() { statistics.isFlooding = false }
  }
}
