internal import Dispatch
internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI

/// Delivers the arrivals of one input to a program.
final class Reception: Sendable {
  private struct State {
    var translator: ProtocolTranslator
    /// Whether a check of pending data entries is scheduled.
    var isLookDue = false
    let memory = ListMemory(byteCount: 65536)
  }

  /// Bytes that may wait for a program: enough for a SysEx of a mebibyte.
  static var byteCapacity: Int { 1 << 21 }

  private let reader: Reader
  private let context: Mutex<Context>
  private let isOpen = Atomic<Bool>(true)
  private let state: Mutex<State>

  init(reader: Reader, context: Context = .none) {
    self.reader = reader
    self.context = Mutex(context)
    state = Mutex(State(translator: ProtocolTranslator(to: reader.wanted)))
  }

  /// Sets the context of future calls.
  func setContext(_ context: Context) {
    self.context.withLock { $0 = context }
  }

  /// Ends the calls; a call in progress may end later.
  func close() {
    isOpen.store(false, ordering: .sequentiallyConsistent)
  }

  /// Delivers arrivals; called on `thread`, the client's.
  func take(_ arrival: MIDIArrival, on thread: MIDIReceiverThread) {
    guard isOpen.load(ordering: .sequentiallyConsistent) else { return }
    if case .arrivals(let take) = reader.form { return take(arrival) }
    deliver(arrival.events, on: thread)
  }

  /// Calls the program with packets in its format; called on `thread`.
  func deliver(_ events: [HostTimedUMP], on thread: MIDIReceiverThread) {
    let now = mach_absolute_time()
    state.withLock { state in
      deliver(&state) { translator, add in
        for event in events {
          let batch = translator.translate(event.ump, at: now)
          for index in 0..<batch.count { add(batch[index], event.hostTime) }
        }
      }
      lookLater(&state, thread)
    }
  }

  /// Delivers data entries whose LSB did not arrive in time.
  private func look(on thread: MIDIReceiverThread) {
    guard isOpen.load(ordering: .sequentiallyConsistent) else { return }
    let now = mach_absolute_time()
    state.withLock { state in
      state.isLookDue = false
      deliver(&state) { translator, add in
        while let ump = translator.flush(at: now) { add(ump, now) }
      }
      lookLater(&state, thread)
    }
  }

  private func lookLater(_ state: inout State, _ thread: MIDIReceiverThread) {
    guard !state.isLookDue, let deadline = state.translator.nextDeadline else { return }
    state.isLookDue = true
    DispatchQueue.global().asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) {
      thread.perform { [weak self] in self?.look(on: thread) }
    }
  }
}

extension Reception {
  /// Calls the program with the packets that `body` adds.
  private func deliver(
    _ state: inout State,
    _ body: (inout ProtocolTranslator, _ add: (UMP, MIDITimeStamp) -> Void) -> Void
  ) {
    let reader = reader
    let context = context.withLock { $0 }
    if case .events(let wanted, _) = reader.form {
      var writer = unsafe EventListWriter(state.memory, wanted) { unsafe reader.call($0, context) }
      body(&state.translator) { writer.add($0, at: $1) }
      writer.finish()
    } else {
      var writer = unsafe PacketListWriter(state.memory) { unsafe reader.call($0, context) }
      body(&state.translator) { writer.add($0, at: $1) }
      writer.finish()
    }
  }
}

extension Reader {
  /// The requested protocol.
  fileprivate var wanted: MIDIProtocolID {
    if case .events(let wanted, _) = form { wanted } else { ._1_0 }
  }
}
