internal import Synchronization

/// The internals of a `MIDIDirectory`: the current JACK client, and the known ports.
final class MIDIDirectoryCore: Sendable {
  /// JACK's notifications in order, for the directory's own thread.
  enum Hint: Sendable {
    case ports
    /// The port with that name is about to disappear.
    case goingPort(String)
    case rename(old: String, new: String)
    case property(JACKPropertyChange)
    case serverEnd(String)
    case serverReturn
  }

  struct Known: Sendable {
    var record: MIDIEndpointRecord
    /// The port's UUID in JACK.
    let subject: UInt64
  }

  struct State {
    var client: JACKClient?
    var isClosed = false
    /// The ports in the order in which they appeared.
    var known: [Known] = []
    var ids = MIDIUniqueIDs()
    var file: MIDIUniqueIDFile
    /// Ids reserved for future ports of this process, by key.
    var reserved: [MIDIUniqueIDs.Key: Int32] = [:]
  }

  private struct Listeners {
    var continuations: [Int: AsyncStream<MIDIDirectoryChange>.Continuation] = [:]
    var count = 0
    var isClosed = false
  }

  private let serverName: String?
  private let clientName: String
  private let onChange: @Sendable (MIDIDirectoryChange) -> Void
  let state: Mutex<State>
  private let hints = Mutex<[Hint]>([])
  private let listeners = Mutex(Listeners())
  private let thread = Mutex<WorkerThread?>(nil)

  init(
    serverName: String?, clientName: String, idFile: String?,
    onChange: @escaping @Sendable (MIDIDirectoryChange) -> Void
  ) {
    self.serverName = serverName
    self.clientName = clientName
    self.onChange = onChange
    state = Mutex(State(file: MIDIUniqueIDFile(path: idFile)))
  }

  var endpoints: [MIDIEndpointRecord] { state.withLock { $0.known.map(\.record) } }

  var isOpen: Bool { state.withLock { $0.client.map { !$0.hasServerEnded } ?? false } }

  func changes() -> AsyncStream<MIDIDirectoryChange> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MIDIDirectoryChange.self, bufferingPolicy: .bufferingNewest(4096))
    listeners.withLock { listeners in
      guard !listeners.isClosed else { return continuation.finish() }
      listeners.count += 1
      let number = listeners.count
      listeners.continuations[number] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.listeners.withLock { $0.continuations[number] = nil }
      }
    }
    return stream
  }

  private func notify(_ changes: [MIDIDirectoryChange]) {
    for change in changes {
      for continuation in listeners.withLock({ Array($0.continuations.values) }) {
        continuation.yield(change)
      }
      onChange(change)
    }
  }
}

// MARK: - The client's life cycle

extension MIDIDirectoryCore {
  func start() throws(JACKError) {
    let thread = WorkerThread(name: "midi-directory") { [weak self] in self?.work() }
    guard let thread else {
      throw JACKError(.requestRefused, "The system has no thread left for a MIDI directory.")
    }
    self.thread.withLock { $0 = thread }
    try state.withLock { state throws(JACKError) in
      state.file.load(into: &state.ids)
      try open(&state)
      _ = scan(&state)
    }
    thread.wake()
  }

  func reopen() throws(JACKError) {
    try state.withLock { state throws(JACKError) in
      guard !state.isClosed else { throw .closed(clientName) }
      guard state.client?.hasServerEnded ?? true else { return }
      state.client?.close()
      state.client = nil
      try open(&state)
      hint(.serverReturn)
    }
  }

  private func open(_ state: inout State) throws(JACKError) {
    let client = try JACKClient(name: clientName, serverName: serverName)
    do throws(JACKError) {
      try client.setNotifications(notifications())
      try client.activate()
    } catch {
      client.close()
      throw error
    }
    state.client = client
  }

  private func notifications() -> JACKNotifications {
    var notifications = JACKNotifications()
    notifications.portRegistration = { [weak self] name, isThere in
      self?.hint(isThere ? .ports : .goingPort(name))
    }
    // JACK 1.9 announces the removal of a closing client's ports while they still exist.
    notifications.clientRegistration = { [weak self] _, _ in self?.hint(.ports) }
    notifications.portRename = { [weak self] old, new in self?.hint(.rename(old: old, new: new)) }
    notifications.propertyChange = { [weak self] change in self?.hint(.property(change)) }
    notifications.shutdown = { [weak self] reason in self?.hint(.serverEnd(reason)) }
    return notifications
  }

  /// Called on JACK's threads as well.
  private func hint(_ hint: Hint) {
    hints.withLock { $0.append(hint) }
    thread.withLock { $0 }?.wake()
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.client?.close()
      state.client = nil
      state.known = []
      state.file.save(&state.ids)
    }
    let continuations = listeners.withLock { listeners in
      defer { listeners.continuations = [:] }
      listeners.isClosed = true
      return Array(listeners.continuations.values)
    }
    for continuation in continuations { continuation.finish() }
    thread.withLock { thread in
      thread?.stop()
      thread = nil
    }
  }
}

// MARK: - The directory's own thread

extension MIDIDirectoryCore {
  /// Takes the matching hints in order, and leaves the others.
  func takeHints(where isWanted: (Hint) -> Bool = { _ in true }) -> [Hint] {
    hints.withLock { hints in
      let taken = hints.filter(isWanted)
      hints.removeAll(where: isWanted)
      return taken
    }
  }

  private func work() {
    let hints = takeHints()
    guard !hints.isEmpty else { return }
    let changes = state.withLock { state in
      state.isClosed ? [] : handle(hints, &state)
    }
    notify(changes)
    // After the notifications, since the disk may be slow.
    state.withLock { state in state.file.save(&state.ids) }
  }
}
