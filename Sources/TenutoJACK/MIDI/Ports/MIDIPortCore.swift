internal import Synchronization

/// The internals of a `MIDIPortClient`: the current JACK client, and the ports that outlive it.
final class MIDIPortCore: Sendable {
  /// The memory of a port, which a new JACK client takes over.
  enum Lane: Sendable {
    case input(MIDIInputLane)
    case output(MIDIOutputLane)

    var counters: MIDIPortCounters {
      switch self {
      case .input(let lane): lane.counters.counters
      case .output(let lane): lane.counters.counters
      }
    }

    var slot: UnsafeMutableRawPointer {
      switch self {
      case .input(let lane): unsafe UnsafeMutableRawPointer(lane.slot)
      case .output(let lane): unsafe UnsafeMutableRawPointer(lane.slot)
      }
    }
  }

  struct Entry {
    let port: MIDIPort
    var name: String
    let wantsUMP: Bool
    var traits: MIDIPortTraits
    let lane: Lane
    /// The port and its slot; nil without a server.
    var jackPort: JACKPort?
    var slot: Int?
  }

  struct State {
    var client: JACKClient?
    var slots: MIDIPortSlots?
    var isClosed = false
    var entries: [Int: Entry] = [:]
    var nextNumber = 0
  }

  let wantedName: String
  let serverName: String?
  /// See `JACKPropertyKey.midiDescription`.
  let description = String(UInt64.random(in: .min ... .max), radix: 16)
  private let serverEnd: @Sendable (String) -> Void
  /// Held while ports and clients change; senders do not need it.
  let state = Mutex(State())
  /// The lanes for senders and counters; the lock is held only briefly.
  private let lanes = Mutex<[Int: Lane]>([:])
  private let lastName = Mutex("")
  private let service = Mutex<WorkerThread?>(nil)
  private let endReason = Mutex<String?>(nil)

  init(name: String, serverName: String?, serverEnd: @escaping @Sendable (String) -> Void) {
    wantedName = name
    self.serverName = serverName
    self.serverEnd = serverEnd
  }

  var name: String { lastName.withLock { $0 } }

  var isOpen: Bool {
    state.withLock { $0.client.map { !$0.hasServerEnded } ?? false }
  }

  func lane(of port: MIDIPort) -> Lane? { lanes.withLock { $0[port.number] } }

  func output(_ port: MIDIPort) -> MIDIOutputLane? {
    guard case .output(let lane)? = lane(of: port) else { return nil }
    return lane
  }

  func setLane(_ lane: Lane?, of port: MIDIPort) { lanes.withLock { $0[port.number] = lane } }

  func requireService() throws(JACKError) -> WorkerThread {
    guard let service = service.withLock({ $0 }) else { throw .closed(wantedName) }
    return service
  }

  var noSuchPort: JACKError {
    JACKError(.noSuchPort, "The JACK client \"\(name)\" no longer has that MIDI port.")
  }
}

// MARK: - The client's life cycle

extension MIDIPortCore {
  /// Starts the client's own thread, and opens the client.
  func start() throws(JACKError) {
    let thread = WorkerThread(name: "midi-client") { [weak self] in self?.serve() }
    guard let thread else {
      throw JACKError(.requestRefused, "The system has no thread left for a MIDI client.")
    }
    service.withLock { $0 = thread }
    try state.withLock { state throws(JACKError) in try open(&state) }
  }

  func reopen() throws(JACKError) {
    let ends = state.withLock { state in
      state.client?.hasServerEnded == true ? abandon(&state, .serverEnded) : []
    }
    for end in ends { end.notify() }
    try state.withLock { state throws(JACKError) in
      guard !state.isClosed else { throw .closed(wantedName) }
      if state.client == nil { try open(&state) }
    }
  }

  private func open(_ state: inout State) throws(JACKError) {
    let client = try JACKClient(name: wantedName, serverName: serverName)
    do throws(JACKError) {
      try setUp(client, &state)
      for number in state.entries.keys.sorted() { try register(number, &state) }
    } catch {
      // Nothing is being sent: lanes stay shut until all ports are restored.
      _ = abandon(&state, .serverEnded)
      client.close()
      throw error
    }
    for entry in state.entries.values {
      if case .output(let lane) = entry.lane { lane.open() }
    }
  }

  private func setUp(_ client: JACKClient, _ state: inout State) throws(JACKError) {
    let slots = MIDIPortSlots(handle: try client.renderHandle(), sampleRate: client.sampleRate)
    var notifications = JACKNotifications()
    notifications.shutdown = { [weak self] reason in self?.noteEnd(reason) }
    try client.setNotifications(notifications)
    try unsafe client.setProcess(renderMIDIPorts, context: slots.memory) {
      // The client keeps the slots alive with this closure.
      _ = slots
    }
    try client.activate()
    client.promiseDescriptions(description)
    state.client = client
    state.slots = slots
    lastName.withLock { $0 = client.name }
  }

  /// Called on JACK's thread.
  private func noteEnd(_ reason: String) {
    endReason.withLock { $0 = reason }
    service.withLock { $0 }?.wake()
  }

  /// The work of the client's own thread when it is woken.
  private func serve() {
    for lane in lanes.withLock({ Array($0.values) }) {
      if case .output(let output) = lane { output.sweep() }
    }
    let reason = endReason.withLock { reason in
      defer { reason = nil }
      return reason
    }
    guard let reason else { return }
    let ends = state.withLock { state in
      // A new client may already be open.
      state.client?.hasServerEnded == true ? abandon(&state, .serverEnded) : []
    }
    for end in ends { end.notify() }
    serverEnd(reason)
  }

  /// Closes the JACK client; the ports keep their lanes.
  ///
  /// - Returns: The ends of unfinished messages, to be reported outside the lock.
  private func abandon(_ state: inout State, _ outcome: MIDISysExOutcome) -> [MIDISysExEnd] {
    guard let client = state.client else { return [] }
    for entry in state.entries.values { OwnMIDIPorts.leave("\(client.name):\(entry.name)") }
    state.slots?.keep(state.entries.values.map(\.lane))
    client.close()
    state.client = nil
    state.slots = nil
    var ends: [MIDISysExEnd] = []
    for (number, entry) in state.entries {
      state.entries[number]?.jackPort = nil
      state.entries[number]?.slot = nil
      if case .output(let lane) = entry.lane { ends += lane.shut(outcome) }
    }
    return ends
  }

  func close() {
    let ends = state.withLock { state -> [MIDISysExEnd] in
      guard !state.isClosed else { return [] }
      state.isClosed = true
      let ends = abandon(&state, .portRemoved)
      for entry in state.entries.values {
        if case .input(let lane) = entry.lane { lane.remove() }
      }
      state.entries = [:]
      return ends
    }
    for end in ends { end.notify() }
    // Lanes release their receivers outside the locks, since these may call back.
    _ = lanes.exchange([:])
    service.withLock { service in
      service?.stop()
      service = nil
    }
  }

  /// The current client.
  func openClient() throws(JACKError) -> JACKClient {
    let (client, isClosed) = state.withLock { ($0.client, $0.isClosed) }
    guard let client else { throw isClosed ? .closed(name) : .serverEnded(name) }
    return client
  }
}
