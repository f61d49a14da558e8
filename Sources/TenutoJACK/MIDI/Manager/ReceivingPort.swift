internal import Synchronization
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// An input of the manager, with its receiver's state for the one source.
///
/// An input with MIDI 2.0 protocol delivers MIDI 2.0 whatever is connected to it: MIDI 1.0 is
/// translated.
final class ReceivingPort: Sendable {
  private struct Handlers {
    var all: [any ReceiverHandler]
    /// Number of replacements of the receiver.
    var generation = 0
  }

  private let handlers: Mutex<Handlers>
  private let source: Mutex<MIDIOutputEndpoint?>
  private let clock: ParameterClock
  /// Held while handlers run, so that they are called one at a time.
  private let turn: Mutex<Turn>

  fileprivate struct Turn: Sendable {
    /// Whether the clock is running.
    var isTimed = false
    /// Nil if packets are passed on unchanged.
    var translator: ProtocolTranslator?
    /// The time of the last packet.
    var lastTime: UInt64 = 0
  }

  /// Makes an input whose receiver gets the protocol `version`, or unchanged packets if that is
  /// nil.
  init(
    receiver: MIDIReceiver, source: MIDIOutputEndpoint? = nil, clock: ParameterClock,
    version: MIDIProtocolVersion? = nil
  ) {
    handlers = Mutex(Handlers(all: receiver.makeHandlers()))
    self.source = Mutex(source)
    self.clock = clock
    turn = Mutex(Turn(translator: version == .midi2_0 ? ProtocolTranslator(to: .midi2) : nil))
  }

  /// Sets the current name of the source.
  func setSource(_ endpoint: MIDIOutputEndpoint) {
    source.withLock { $0 = endpoint }
  }

  /// Sets the receiver of all later events.
  func setReceiver(_ receiver: MIDIReceiver) {
    let new = receiver.makeHandlers()
    // The old handlers are released outside the lock, since their captures may call back.
    _ = handlers.withLock { handlers in
      let old = handlers.all
      handlers.all = new
      handlers.generation += 1
      return old
    }
  }

  /// Handles arrived packets.
  func receive(_ arrival: MIDIArrival) {
    turn.withLock { turn in
      let isUMP = arrival.port.isUMP
      let events = isUMP ? turn.translate(arrival.events) : arrival.events
      let isWaiting = run { handler, source in
        handler.receive(events, isUMP: isUMP, source: source)
      }
      guard isWaiting || turn.isHolding, !turn.isTimed else { return }
      turn.isTimed = true
      clock.start(self)
    }
  }

  /// Passes on a parameter that waits for its other half; returns false if a receiver is busy.
  func flush() -> Bool {
    turn.withLockIfAvailable { turn in
      turn.isTimed = false
      let events = turn.flush()
      _ = run { handler, source in
        if !events.isEmpty { handler.receive(events, isUMP: true, source: source) }
        handler.flush(source: source)
      }
      return true
    } ?? false
  }

  /// Runs `body` with all handlers; returns true if one holds something afterwards.
  ///
  /// They are taken out while they run, since they may set another receiver.
  private func run(_ body: (inout any ReceiverHandler, MIDIOutputEndpoint?) -> Void) -> Bool {
    let origin = source.withLock { $0 }
    var running = handlers.withLock { handlers in
      defer { handlers.all = [] }
      return handlers
    }
    for index in running.all.indices { body(&running.all[index], origin) }
    return handlers.withLock { [running] current -> Bool in
      guard current.generation == running.generation else { return false }
      current.all = running.all
      return current.all.contains { $0.isWaiting }
    }
  }
}

extension ReceivingPort.Turn {
  /// Whether a data entry waits for its other half.
  fileprivate var isHolding: Bool { mutating get { translator?.nextDeadline != nil } }

  /// The packets in the protocol of the receiver.
  fileprivate mutating func translate(_ events: [HostTimedUMP]) -> [HostTimedUMP] {
    guard translator != nil else { return events }
    lastTime = events.last?.hostTime ?? lastTime
    var translated: [HostTimedUMP] = []
    translated.reserveCapacity(events.count)
    for event in events {
      guard let batch = translator?.translate(event.ump, at: event.hostTime) else { continue }
      for index in 0..<batch.count {
        translated.append(HostTimedUMP(hostTime: event.hostTime, ump: batch[index]))
      }
    }
    return translated
  }

  /// The data entries that have waited for their other half long enough.
  fileprivate mutating func flush() -> [HostTimedUMP] {
    var events: [HostTimedUMP] = []
    while let ump = translator?.flush(at: .max) {
      events.append(HostTimedUMP(hostTime: lastTime, ump: ump))
    }
    return events
  }
}
