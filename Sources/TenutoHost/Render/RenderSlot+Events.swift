internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// What goes to a node's instance, in the protocol that it wants.
extension RenderSlot {
  /// Sends an event of this cycle.
  ///
  /// Thread: render. In the order of frames.
  @_noLocks
  mutating func deliver(_ event: TimedEvent, cycle: UInt32) {
    guard case .midi(let packet) = event.payload else {
      pass(event, cycle: cycle)
      return
    }
    if isPassedBy { putOut(event) }
    switch packet.messageType {
    case 2: deliverMIDI1(event, packet, cycle: cycle)
    case 4:
      events.told.take(packet)
      send(packet, at: event.frameOffset, cycle: cycle)
    default: pass(event, cycle: cycle)
    }
  }

  /// Sends an event as it is, and keeps it.
  @_noLocks
  private mutating func pass(_ event: TimedEvent, cycle: UInt32) {
    // One that is parked would find all of it at its next cycle.
    guard !isParked else { return }
    events.deliveredCount &+= 1
    unsafe link.pointee.sender.append(event, cycle: cycle)
    if let recorder = unsafe link.pointee.recorder { unsafe recorder.pointee.record(event) }
  }

  @_noLocks
  private mutating func deliverMIDI1(_ event: TimedEvent, _ packet: UMP, cycle: UInt32) {
    let batch = events.translated(packet)
    let isAsWanted = unsafe link.pointee.wantsMIDI1
    for index in 0..<batch.count {
      events.told.take(batch[index])
      if !isAsWanted { send(batch[index], at: event.frameOffset, cycle: cycle) }
    }
    if isAsWanted { pass(event, cycle: cycle) }
  }

  /// Sends a MIDI 2.0 message, translated where MIDI 1.0 is wanted.
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

  /// Tells a new instance what the one before was told: controllers first, then notes.
  ///
  /// Thread: render.
  @_noLocks
  mutating func restore(cycle: UInt32) {
    events.isToRestore = false
    for isNote in 0..<2 {
      for place in 0..<events.told.placeCount {
        guard let packet = events.told.message(at: place, isNote: isNote == 1) else { continue }
        send(packet, at: 0, cycle: cycle)
      }
    }
  }

  /// Sends the gathered events, also to a node that is late: it catches up with them.
  ///
  /// Thread: render.
  @_noLocks
  mutating func flushEvents(cycle: UInt32) {
    let before = unsafe link.pointee.sender.lostEventCount
    unsafe link.pointee.sender.flush(cycle: cycle)
    let after = unsafe link.pointee.sender.lostEventCount
    statistics.countLostEvents(after &- before)
  }

  /// Adds an event of the next cycle; one that finds no room is counted.
  ///
  /// Thread: render.
  @_noLocks
  mutating func append(_ event: TimedEvent) {
    calm.isCalm = false
    let before = events.pending.lostCount
    events.pending.insert(event)
    statistics.countLostEvents(events.pending.lostCount &- before)
  }

  /// Events that find room in the next cycle.
  var room: Int { @_noLocks get { SlotEvents.pendingCapacity &- events.pending.count } }

  /// Datagrams that its instance was sent.
  var datagramCount: UInt32 { @_noLocks get { unsafe link.pointee.sender.datagramCount } }
}
