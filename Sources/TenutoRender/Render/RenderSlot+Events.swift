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
      events.told.take(packet, at: .init(cycle: cycle, time: MonotonicTime.now.nanoseconds))
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
    if events.isReplayNewest {
      events.isReplayNewest = false
      replay.follow()
    }
    unsafe link.pointee.sender.append(event, cycle: cycle)
    if let recorder = unsafe link.pointee.recorder { unsafe recorder.pointee.record(event) }
  }

  @_noLocks
  private mutating func deliverMIDI1(_ event: TimedEvent, _ packet: UMP, cycle: UInt32) {
    let batch = events.translated(packet)
    let isAsWanted = unsafe link.pointee.wantsMIDI1
    let moment = PlayedState.Moment(cycle: cycle, time: MonotonicTime.now.nanoseconds)
    for index in 0..<batch.count {
      events.told.take(batch[index], at: moment)
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

  /// Tells a new instance what the one before was told, without what control wants left out:
  /// controllers first, then notes, the oldest first.
  ///
  /// Thread: render.
  @_noLocks
  mutating func restore(cycle: UInt32) {
    events.isToRestore = false
    if let leftOut = replay.takeLeftOut() {
      events.told.forget(leftOut.message, at: leftOut.time)
    }
    beginReplay(cycle: cycle)
    for isNote in 0..<2 {
      var place = events.told.oldestPlace
      while place >= 0 {
        if let packet = events.told.message(at: place, isNote: isNote == 1) {
          send(packet, at: 0, cycle: cycle)
        }
        place = events.told.place(after: place)
      }
    }
    events.isReplayNewest = true
  }

  /// Tells control which message may have ended the instance before.
  @_noLocks
  private mutating func beginReplay(cycle: UInt32) {
    events.isReplayNewest = false
    var newest: (message: UMP, time: UInt64)?
    if let ended = events.endedCycle, let found = events.told.newest(upTo: ended) {
      newest = (found.message, found.moment.time)
    }
    replay.begin(serial: port.serial, cycle: cycle, newest: newest)
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
    fastPath.isActive = false
    let before = events.pending.lostCount
    events.pending.insert(event)
    statistics.countLostEvents(events.pending.lostCount &- before)
  }

  /// Events that find room in the next cycle.
  var room: Int { @_noLocks get { SlotEvents.pendingCapacity &- events.pending.count } }

  /// Datagrams that its instance was sent.
  var datagramCount: UInt32 { @_noLocks get { unsafe link.pointee.sender.datagramCount } }
}
