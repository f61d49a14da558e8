internal import Synchronization
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// What comes from a node's instance: checked, bounded, and passed on.
extension RenderSlot {
  /// Reads the events of a cycle that it has answered.
  ///
  /// MIDI is put out at `lastFrame` at most: it may be that of a longer cycle before.
  ///
  /// Thread: render. Whatever the extension does, it ends: what is beyond the budget waits for the
  /// next cycle, and not for long.
  /// - Returns: Whether control has something to do.
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
    var isNews = false
    events.hasBacklog = false
    while unsafe link.pointee.receiver.mayHaveNext(announced: announced) {
      let isRoom = unsafe !link.pointee.receiver.isListRead || budget.takeDatagram()
      guard isRoom, budget.takeEvent() else {
        leaveEvents(announced: announced, frameCount: frameCount)
        return isNews
      }
      switch unsafe link.pointee.receiver.next(
        cycle: cycle, frameCount: frames, announced: announced)
      {
      case .event(let event): if take(event, lastFrame, handoff) { isNews = true }
      case .none:
        noteBudgetKept(frameCount: frameCount)
        return isNews
      case .malformed:
        stopListening()
        return isNews
      }
    }
    noteBudgetKept(frameCount: frameCount)
    return isNews
  }

  /// Takes one event; whether it is for control.
  @_noLocks
  private mutating func take(
    _ event: TimedEvent, _ lastFrame: UInt32, _ handoff: Handoff
  ) -> Bool {
    switch event.payload {
    case .midi:
      // A bypassed node has put out its input instead.
      guard !isPassedBy else { return false }
      var event = event
      event.frameOffset = min(event.frameOffset, lastFrame)
      putOut(event)
      return false
    case .parameter, .gesture:
      return hand(event.payload, to: handoff)
    case .ramp:
      stopListening()  // A host does not take orders.
      return false
    }
  }

  /// Puts a MIDI event out where anybody wants it.
  @_noLocks
  mutating func putOut(_ event: TimedEvent) {
    if events.isMIDISource && !events.put(event) { statistics.countLostEvents(1) }
  }

  /// Leaves an event for control; one instance never fills the place of all.
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

  /// Listens no more to an instance that breaks the protocol; control ends it.
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
  /// Whether what it sends is read.
  private var isListenedTo: Bool {
    @_noLocks get { !events.isMuted && !events.budget.isFlooding }
  }

  /// Notes a cycle in which all was read that there was.
  @_noLocks
  mutating func noteBudgetKept(frameCount: Int) {
    _ = events.budget.note(isOver: false, frameCount: frameCount)
  }

  /// Leaves what is beyond the budget to the next cycle; what has waited long enough is lost.
  @_noLocks
  private mutating func leaveEvents(announced: UInt32, frameCount: Int) {
    events.hasBacklog = true
    let isFed = events.deliveredCount >= EventBudget.feed
    if events.budget.note(isOver: true, isFed: isFed, frameCount: frameCount) {
      return beginFlood()
    }
    guard events.budget.isOverdrawn else { return }
    throwAway(
      unsafe link.pointee.receiver.discard(
        announced: announced, atMost: EventBudget.datagramLimit))
  }

  /// Reads nothing of it any more, and ends the notes that it has put out.
  @_noLocks
  private mutating func beginFlood() {
    events.hasBacklog = false
    statistics.beginFlood()
    if events.isMIDISource && !isBypassed { events.isToRelease = true }
  }

  /// Throws away what it has sent while it was not read, a part in each cycle.
  @_noLocks
  private mutating func skipEvents(until end: UInt32) {
    let discarded = unsafe link.pointee.receiver.discard(
      announced: end, atMost: EventBudget.datagramLimit)
    throwAway(discarded)
    if discarded.isAll { events.budget.reset() }
  }

  @_noLocks
  private mutating func throwAway(_ discarded: EventReceiver.Discarded) {
    statistics.countExcessEvents(discarded.eventCount)
    if discarded.isMalformed { stopListening() }
  }

  /// Reads it again where it has flooded.
  ///
  /// Thread: render, between cycles.
  @_noLocks
  mutating func listenAgain() {
    if events.budget.readAgain() { statistics.isFlooding = false }
  }
}
