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
  /// Thread: render. Whatever the extension does, it ends: after so many events and datagrams the
  /// rest waits for the next cycle.
  /// - Returns: Whether control has something to do.
  @_noLocks
  mutating func collectEvents(
    cycle: UInt32, frameCount: Int, announced: UInt32, lastFrame: UInt32, handoff: Handoff
  ) -> Bool {
    guard !events.isMuted else { return false }
    let first = unsafe link.pointee.receiver.datagramCount
    let frames = UInt32(truncatingIfNeeded: frameCount)
    var isNews = false
    events.hasBacklog = true
    for _ in 0..<SlotEvents.sentCapacity {
      let taken = unsafe link.pointee.receiver.datagramCount &- first
      guard taken < UInt32(truncatingIfNeeded: SlotEvents.datagramCapacity) else { return isNews }
      switch unsafe link.pointee.receiver.next(
        cycle: cycle, frameCount: frames, announced: announced)
      {
      case .event(let event): if take(event, lastFrame, handoff) { isNews = true }
      case .none:
        events.hasBacklog = false
        return isNews
      case .malformed:
        stopListening()
        return isNews
      }
    }
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
