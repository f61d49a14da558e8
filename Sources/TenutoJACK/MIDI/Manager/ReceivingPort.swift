internal import Synchronization
internal import TenutoMIDI

/// An input of the manager, with what its receiver keeps of the one source.
final class ReceivingPort: Sendable {
  private struct Handlers {
    var all: [any ReceiverHandler]
    /// How often another receiver was set.
    var generation = 0
  }

  private let handlers: Mutex<Handlers>
  private let source: Mutex<MIDIOutputEndpoint?>
  private let clock: ParameterClock
  /// Held while handlers run, so that they are called one at a time; whether the clock is at work.
  private let turn = Mutex(false)

  init(receiver: MIDIReceiver, source: MIDIOutputEndpoint? = nil, clock: ParameterClock) {
    handlers = Mutex(Handlers(all: receiver.makeHandlers()))
    self.source = Mutex(source)
    self.clock = clock
  }

  /// States what the source is called now.
  func setSource(_ endpoint: MIDIOutputEndpoint) {
    source.withLock { $0 = endpoint }
  }

  /// Has another receiver get what comes from now on.
  func setReceiver(_ receiver: MIDIReceiver) {
    let new = receiver.makeHandlers()
    // The old ones go outside the lock: what they hold may call back.
    _ = handlers.withLock { handlers in
      let old = handlers.all
      handlers.all = new
      handlers.generation += 1
      return old
    }
  }

  /// Takes what arrived.
  func receive(_ arrival: MIDIArrival) {
    turn.withLock { isTimed in
      let isWaiting = run { handler, source in
        handler.receive(arrival.events, isUMP: arrival.port.isUMP, source: source)
      }
      guard isWaiting, !isTimed else { return }
      isTimed = true
      clock.start(self)
    }
  }

  /// Hands on what waits for its other half; false if a receiver is at work just now.
  func flush() -> Bool {
    turn.withLockIfAvailable { isTimed in
      isTimed = false
      _ = run { handler, source in handler.flush(source: source) }
      return true
    } ?? false
  }

  /// Has all handlers do something; true if one waits for something after that.
  ///
  /// They are taken out while they run: they may set another receiver, and grow in their place.
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
