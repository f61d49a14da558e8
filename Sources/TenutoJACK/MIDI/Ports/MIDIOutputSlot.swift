internal import CJACK
internal import TenutoMIDI

/// The render thread's state of one output.
///
/// Events wait in `inbox` until the next cycle, in `heap` until their time, and in `held` during a
/// System Exclusive message. All three have the same capacity, and the inbox accepts no more events
/// than that in all, so that none overflows.
///
/// Thread: control creates it, render uses it while it is in the slots.
@safe struct MIDIOutputSlot: ~Copyable {
  var port: JACKPort
  var isUMP: Bool
  let inbox: MIDIEventInbox
  let counters: MIDICounterWords
  private nonisolated(unsafe) let wakeup: OpaquePointer  // wakes from any thread
  private let sysExLimit: Int
  private var heap: MIDIEventHeap
  private var held: MIDIEventQueue
  /// The message that is being sent.
  private var current: MIDITransferMemory?
  /// Bytes of it that have been sent.
  private var place = 0
  /// Whether a message was cut and still needs its end.
  private var needsEnd = false
  private var endGroup: UInt8 = 0
  /// Bytes of System Exclusive messages that may still be sent in this cycle.
  private var budget = 0
  /// Bytes that PipeWire will need for the output of this cycle.
  private var used = 0
  private var flushed: UInt64 = 0
  private var hasEnded = false

  /// Creates a slot.
  ///
  /// - Parameters:
  ///   - port: The output.
  ///   - isUMP: Whether it sends packets.
  ///   - inbox: The source of events.
  ///   - counters: The counters of events.
  ///   - wakeup: Posted when a System Exclusive message has ended.
  ///   - sysExLimit: The most bytes of SysEx messages in a cycle.
  init(
    port: JACKPort, isUMP: Bool, inbox: MIDIEventInbox, counters: MIDICounterWords,
    wakeup: OpaquePointer, sysExLimit: Int
  ) {
    self.port = port
    self.isUMP = isUMP
    self.inbox = inbox
    self.counters = counters
    unsafe self.wakeup = wakeup
    self.sysExLimit = max(16, sysExLimit)
    heap = MIDIEventHeap(capacity: inbox.capacity)
    held = MIDIEventQueue(capacity: inbox.capacity)
  }

  /// The result of handling an event.
  private enum Outcome {
    /// It has been sent, or never can be.
    case done
    /// The port has no room for it in this cycle.
    case full
    /// It waits for the end of a System Exclusive message.
    case held
  }
}

// MARK: - The cycle

extension MIDIOutputSlot {
  /// Writes the events that are due in a cycle.
  ///
  /// Thread: render.
  @_noLocks
  mutating func render(_ cycle: inout JACKCycle, _ clock: MIDICycleClock) {
    var output = cycle.midiOutput(port)
    output.clear()
    budget = sysExLimit
    used = 0
    if clock.missedCycles > 0 { counters.addMissedCycles(clock.missedCycles) }
    flush()
    takeInbox(clock)
    if continueSysEx(&output, 0), releaseHeld(&output, clock) {
      writeDue(&output, clock)
    }
    if hasEnded {
      hasEnded = false
      unsafe cjack_wakeup_post(wakeup)
    }
  }

  @_noLocks
  private mutating func takeInbox(_ clock: MIDICycleClock) {
    while var event = inbox.read() {
      if event.sequence < flushed {
        drop(event)
        continue
      }
      // Events for "now" and late events keep their order.
      event.orderTime = max(event.hostTime, clock.start)
      heap.insert(event)
    }
  }

  /// Writes the events of this cycle at their frames, as long as there is room.
  @_noLocks
  private mutating func writeDue(_ output: inout JACKMIDIOutput, _ clock: MIDICycleClock) {
    while let event = heap.first {
      let frame = clock.frame(atHostTime: event.orderTime)
      guard frame < clock.frameCount else { return }
      switch put(event, &output, frame, clock) {
      case .full:
        counters.addDelayed()
        return
      case .held:
        heap.removeFirst()
        held.append(event)
      case .done:
        heap.removeFirst()
        inbox.finishOne()
        // A message that has just begun may have delayed other messages.
        guard releaseHeld(&output, clock, frame) else { return }
      }
    }
  }

  /// Writes events that waited for the end of a System Exclusive message; returns false if the port
  /// is full.
  @_noLocks
  private mutating func releaseHeld(
    _ output: inout JACKMIDIOutput, _ clock: MIDICycleClock, _ frame: Int = 0
  ) -> Bool {
    while !isBusy, let event = held.first {
      guard case .done = put(event, &output, frame, clock, isReleased: true) else {
        counters.addDelayed()
        return false
      }
      held.removeFirst()
      inbox.finishOne()
    }
    return true
  }

  /// Whether a System Exclusive message is being sent.
  private var isBusy: Bool {
    @_noLocks get { current != nil || needsEnd }
  }

  @_noLocks
  private mutating func put(
    _ event: MIDIScheduledEvent, _ output: inout JACKMIDIOutput, _ frame: Int,
    _ clock: MIDICycleClock, isReleased: Bool = false
  ) -> Outcome {
    if !isReleased, mustWait(event) { return .held }
    if let transfer = event.transfer {
      current = transfer
      place = 0
      _ = continueSysEx(&output, frame)
    } else {
      guard write(event.ump, &output, frame) else { return .full }
    }
    if event.hostTime != 0, clock.isPast(event.hostTime) { counters.addLate() }
    return .done
  }

  @_noLocks
  private func mustWait(_ event: MIDIScheduledEvent) -> Bool {
    guard isBusy || held.count > 0, !event.isRealTime else { return false }
    guard isUMP, held.count == 0, event.transfer == nil else { return true }
    // With packets, only those of the message's own group wait.
    let type = event.ump.messageType
    let group = current?.group ?? endGroup
    return !(type == 0x0 || type == 0xF) && event.ump.group == group
  }
}

// MARK: - Packets

extension MIDIOutputSlot {
  /// Room for the four messages that one packet may become, as PipeWire stores them.
  private static var batchRoom: Int { @_noLocks get { 128 } }

  /// The size that PipeWire's buffer of 32 KiB certainly holds; it silently drops all events of a
  /// cycle that needs more.
  private static var cycleRoom: Int { @_noLocks get { 32_000 } }

  /// Whether another packet fits into this cycle.
  @_noLocks
  private func hasRoom(_ output: borrowing JACKMIDIOutput) -> Bool {
    used &+ Self.batchRoom <= Self.cycleRoom && output.writableByteCount >= Self.batchRoom
  }

  /// Memory for a message, which is counted, or nil if there is no room.
  @_noLocks
  private mutating func space(
    _ output: borrowing JACKMIDIOutput, _ frame: Int, _ count: Int
  ) -> UnsafeMutablePointer<UInt8>? {
    used &+= 24 &+ count
    return unsafe output.space(frame, count)
  }

  /// Writes a packet in the port's form; returns false if there is no room.
  @_noLocks
  private mutating func write(
    _ packet: UMP, _ output: inout JACKMIDIOutput, _ frame: Int
  ) -> Bool {
    guard hasRoom(output) else { return false }
    if isUMP {
      writeWords(packet, &output, frame)
      return true
    }
    let batch: UMPBatch
    switch packet.messageType {
    case 0x1, 0x2, 0x3: batch = UMPBatch(packet)
    case 0x4: batch = MIDI2ToMIDI1Translator().translate(packet)
    default: batch = UMPBatch()
    }
    if batch.count == 0 { counters.addUntranslatable() }
    for index in 0..<batch.count { writeBytes(batch[index], &output, frame) }
    return true
  }

  @_noLocks
  private mutating func writeWords(
    _ packet: UMP, _ output: inout JACKMIDIOutput, _ frame: Int
  ) {
    let count = 4 &* packet.wordCount
    guard let room = unsafe space(output, frame, count) else { return counters.addLost() }
    var packet = packet
    unsafe cjack_copy(room, &packet, count)
    counters.addPassed()
  }

  @_noLocks
  private mutating func writeBytes(
    _ packet: UMP, _ output: inout JACKMIDIOutput, _ frame: Int
  ) {
    let bytes = MIDI1Bytes(packet)
    guard bytes.count > 0 else { return counters.addUntranslatable() }
    guard let room = unsafe space(output, frame, bytes.count) else { return counters.addLost() }
    for index in 0..<bytes.count { unsafe room[index] = bytes[index] }
    counters.addPassed()
  }
}

// MARK: - System Exclusive

extension MIDIOutputSlot {
  /// Writes parts of the current message; returns false if the port is full.
  @_noLocks
  private mutating func continueSysEx(_ output: inout JACKMIDIOutput, _ frame: Int) -> Bool {
    if needsEnd, !writeEnd(&output, frame) { return false }
    guard let transfer = current else { return true }
    if transfer.isCancelRequested {
      cut(transfer)
      return !needsEnd || writeEnd(&output, frame)
    }
    if isUMP {
      writePackets(transfer, &output, frame)
    } else {
      writePart(transfer, &output, frame)
    }
    transfer.sentCount = UInt64(place)
    if place == transfer.count {
      current = nil
      end(transfer, MIDITransferMemory.State.sent)
    }
    return true
  }

  @_noLocks
  private mutating func writePart(
    _ transfer: MIDITransferMemory, _ output: inout JACKMIDIOutput, _ frame: Int
  ) {
    let room = min(output.writableByteCount, Self.cycleRoom &- used &- Self.batchRoom)
    let count = min(transfer.count &- place, min(budget, room))
    guard count > 0, let room = unsafe space(output, frame, count) else { return }
    unsafe cjack_copy(room, transfer.bytes + place, count)
    place &+= count
    budget &-= count
    counters.addPassed()
  }

  /// Writes packets of six data bytes; their form implies F0 and F7.
  @_noLocks
  private mutating func writePackets(
    _ transfer: MIDITransferMemory, _ output: inout JACKMIDIOutput, _ frame: Int
  ) {
    while place < transfer.count, budget > 0, hasRoom(output) {
      let first = max(1, place)
      let count = min(6, transfer.count &- 1 &- first)
      let isFirst = first == 1
      let isLast = first &+ count == transfer.count &- 1
      let form: UInt8 = isFirst ? (isLast ? 0x00 : 0x10) : (isLast ? 0x30 : 0x20)
      var data: UInt64 = 0
      for index in 0..<count {
        data |= unsafe UInt64(transfer.bytes[first &+ index]) << UInt64(40 &- 8 &* index)
      }
      writeWords(
        Self.sysEx7(form | UInt8(truncatingIfNeeded: count), transfer.group, data), &output, frame)
      place = isLast ? transfer.count : first &+ count
      budget &-= count
    }
  }

  @_noLocks
  private static func sysEx7(_ status: UInt8, _ group: UInt8, _ data: UInt64) -> UMP {
    UMP(
      messageType: 0x3, group: group, status: status,
      data1: UInt8(truncatingIfNeeded: data >> 40), data2: UInt8(truncatingIfNeeded: data >> 32),
      word1: UInt32(truncatingIfNeeded: data))
  }

  /// Ends a message early.
  @_noLocks
  private mutating func cut(_ transfer: MIDITransferMemory) {
    current = nil
    needsEnd = place > 0
    endGroup = transfer.group
    if place > 0 { counters.addLost() }
    end(transfer, MIDITransferMemory.State.cancelled)
  }

  /// Closes a message that was cut, so that no receiver waits for the rest.
  @_noLocks
  private mutating func writeEnd(_ output: inout JACKMIDIOutput, _ frame: Int) -> Bool {
    guard hasRoom(output) else { return false }
    if isUMP {
      writeWords(Self.sysEx7(0x30, endGroup, 0), &output, frame)
    } else {
      _ = output.write(frameOffset: frame, status: 0xF7, count: 1)
    }
    needsEnd = false
    return true
  }

  /// Notes that the render thread has finished with a message.
  @_noLocks
  private mutating func end(_ transfer: MIDITransferMemory, _ state: UInt64) {
    transfer.state = state
    hasEnded = true
  }
}

// MARK: - Dropping

extension MIDIOutputSlot {
  /// Drops the events that were sent before the last flush.
  @_noLocks
  private mutating func flush() {
    let limit = inbox.flushLimit
    guard limit > flushed else { return }
    flushed = limit
    if let transfer = current { cut(transfer) }
    while let event = held.first, event.sequence < limit {
      held.removeFirst()
      drop(event)
    }
    for index in 0..<heap.count {
      let event = heap.event(at: index)
      if event.sequence < limit { drop(event) }
    }
    heap.removeAll(below: limit)
  }

  @_noLocks
  private mutating func drop(_ event: MIDIScheduledEvent) {
    if let transfer = event.transfer { end(transfer, MIDITransferMemory.State.cancelled) }
    inbox.finishOne()
  }

  /// Discards waiting and unfinished events, only while no render thread uses the slot.
  mutating func forgetAll() {
    current = nil
    needsEnd = false
    flushed = inbox.flushLimit
    while let event = inbox.read() { drop(event) }
    while let event = held.first {
      held.removeFirst()
      drop(event)
    }
    while let event = heap.first {
      heap.removeFirst()
      drop(event)
    }
    hasEnded = false
  }
}
