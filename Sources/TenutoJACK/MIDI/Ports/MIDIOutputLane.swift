internal import Synchronization
internal import TenutoMIDI

/// An output outside the render thread: its memory, and the path to it for senders.
@safe final class MIDIOutputLane: Sendable {
  /// State that senders share.
  private struct Sending {
    /// False without a server.
    var isOpen = true
    var isUMP: Bool
    /// System Exclusive messages that arrive in packets, by group.
    var partial: [UInt8: [UInt8]] = [:]
    /// Messages that the render thread may be using.
    var transfers: [MIDISysExTransfer] = []
  }

  let counters = MIDICounterWords()
  private let inbox: MIDIEventInbox
  nonisolated(unsafe) let slot: UnsafeMutablePointer<MIDIOutputSlot>  // render only while added
  /// Kept alive, because the render thread wakes it.
  private let service: WorkerThread
  private let sending: Mutex<Sending>
  /// The most bytes of a message that arrives in packets.
  private static let partialLimit = 1 << 24
  private static let transferLimit = 256

  init(port: JACKPort, isUMP: Bool, traits: MIDIPortTraits, service: WorkerThread) {
    inbox = MIDIEventInbox(
      capacity: powerOf2(atLeast: traits.eventCapacity, in: 1 << 4...1 << 20))
    unsafe slot = .allocate(capacity: 1)
    unsafe slot.initialize(
      to: MIDIOutputSlot(
        port: port, isUMP: isUMP, inbox: inbox, counters: counters, wakeup: service.wakeup,
        sysExLimit: traits.sysExBytesPerCycle))
    self.service = service
    sending = Mutex(Sending(isUMP: isUMP))
  }

  deinit {
    unsafe slot.deinitialize(count: 1)
    unsafe slot.deallocate()
    inbox.deallocate()
    counters.deallocate()
  }

  /// Switches to the port of another server; no render thread may run.
  func adopt(_ port: JACKPort, isUMP: Bool) {
    unsafe slot.pointee.port = port
    unsafe slot.pointee.isUMP = isUMP
    sending.withLock { $0.isUMP = isUMP }
  }

  /// Accepts events again.
  func open() { sending.withLock { $0.isOpen = true } }

  /// Stops accepting events; the render thread no longer uses the lane.
  ///
  /// - Parameter outcome: The outcome of the unfinished messages.
  /// - Returns: Their ends, to be reported outside all locks.
  func shut(_ outcome: MIDISysExOutcome) -> [MIDISysExEnd] {
    let transfers = sending.withLock { sending in
      defer { sending.transfers = [] }
      sending.isOpen = false
      sending.partial = [:]
      inbox.flushLimit = inbox.writtenCount
      return sending.transfers
    }
    let ends = transfers.map {
      MIDISysExEnd(transfer: $0, outcome: $0.renderedOutcome ?? outcome)
    }
    unsafe slot.pointee.forgetAll()
    return ends
  }

  /// Reports the ends of finished messages.
  func sweep() {
    let ended = sending.withLock { sending in
      let ended = sending.transfers.filter { $0.renderedOutcome != nil }
      sending.transfers.removeAll { $0.renderedOutcome != nil }
      return ended
    }
    for transfer in ended { transfer.end(transfer.renderedOutcome ?? .sent) }
  }
}

// MARK: - Sending

extension MIDIOutputLane {
  /// Passes events to the render thread; returns how many, as `MIDIPortClient.send`.
  func send(_ events: [HostTimedUMP]) -> Int {
    let taken = sending.withLock { sending in
      guard sending.isOpen else { return 0 }
      for (index, event) in events.enumerated() where !take(event, &sending) { return index }
      return events.count
    }
    if taken < events.count { counters.addRefused(UInt64(events.count - taken)) }
    return taken
  }

  private func take(_ event: HostTimedUMP, _ sending: inout Sending) -> Bool {
    // In bytes, a message must not be split into parts with other messages in between.
    if event.ump.messageType == 0x3, !sending.isUMP, event.ump.opcode != 0x0 {
      return join(event, &sending)
    }
    return inbox.write(
      MIDIScheduledEvent(
        hostTime: event.hostTime, sequence: inbox.writtenCount, ump: event.ump, transfer: nil))
  }

  /// Collects the packets of a message, and sends it with its last one, at that one's time.
  private func join(_ event: HostTimedUMP, _ sending: inout Sending) -> Bool {
    let group = event.ump.group
    let form = event.ump.opcode
    let part = MIDI1Bytes(event.ump).array
    // Taken out, because appending to a message still in the dictionary would copy it for every
    // packet.
    let before = sending.partial.removeValue(forKey: group)
    if form == 0x1 {
      if before != nil { counters.addLost() }
      sending.partial[group] = part
      return true
    }
    guard var message = before, message.count + part.count <= Self.partialLimit else {
      counters.addLost()
      return true
    }
    message += part
    if form == 0x3 {
      let transfer = MIDISysExTransfer(message, group: group) { _ in }
      if enqueue(transfer, event.hostTime, &sending) { return true }
      message.removeLast(part.count)
    }
    sending.partial[group] = message
    return form != 0x3
  }

  private func enqueue(
    _ transfer: MIDISysExTransfer, _ hostTime: UInt64, _ sending: inout Sending
  ) -> Bool {
    guard sending.transfers.count < Self.transferLimit else { return false }
    let event = MIDIScheduledEvent(
      hostTime: hostTime, sequence: inbox.writtenCount, ump: UMP(0), transfer: transfer.memory)
    guard inbox.write(event) else { return false }
    sending.transfers.append(transfer)
    return true
  }

  /// Sends a complete message.
  ///
  /// - Throws: `.serverEnded` or `.queueFull`.
  func send(_ transfer: MIDISysExTransfer, clientName: String) throws(JACKError) {
    let (isOpen, isTaken) = sending.withLock { sending in
      (sending.isOpen, sending.isOpen && enqueue(transfer, 0, &sending))
    }
    guard isOpen else { throw .serverEnded(clientName) }
    guard isTaken else {
      counters.addRefused(1)
      throw JACKError(
        .queueFull,
        "Too much waits in a MIDI output of the JACK client \"\(clientName)\"; send again later.")
    }
  }

  /// Drops all events that were sent and have not left.
  func flush() {
    sending.withLock { sending in
      sending.partial = [:]
      inbox.flushLimit = inbox.writtenCount
    }
  }
}
