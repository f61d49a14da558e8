internal import Glibc
internal import Synchronization

/// The state shared by the client's thread and its callers: the socket and the status.
final class NSMCore: Sendable {
  /// The server's answer to the program.
  enum ServerStatus: Sendable, Equatable {
    case unknown
    case managed(serverName: String)
    case refused(NSMFailure)
    case lost
  }

  private struct State: Sendable {
    var serverStatus = ServerStatus.unknown
    var isDirty = false
    var isOpen = false
  }

  let socket: OSCSocket
  let server: OSCAddress
  let identity: NSMIdentity
  /// Set to end the thread.
  let stopping: EventFlag
  private let answered: EventFlag
  private let ended: EventFlag
  private let thread = Atomic<UInt>(0)
  private let state = Mutex(State())

  init(_ identity: NSMIdentity, address: String) throws(NSMError) {
    guard let server = OSCAddress(url: address) else { throw .addressInvalid(address) }
    guard let socket = OSCSocket(), let stopping = EventFlag(), let answered = EventFlag(),
      let ended = EventFlag()
    else { throw .outOfResources }
    self.server = server
    self.identity = identity
    self.socket = socket
    self.stopping = stopping
    self.answered = answered
    self.ended = ended
  }
}

// MARK: - Server status

extension NSMCore {
  var isManaged: Bool { !serverName.isEmpty }

  var serverName: String {
    if case .managed(let name) = state.withLock({ $0.serverStatus }) { name } else { "" }
  }

  func announce(timeoutMilliseconds: Int32) throws(NSMError) {
    guard socket.send(identity.announcement, to: server) else { throw .noAnswer }
    guard answered.wait(milliseconds: timeoutMilliseconds) else { throw .noAnswer }
    switch state.withLock({ $0.serverStatus }) {
    case .managed: return
    case .refused(let failure): throw .refused(failure)
    case .unknown, .lost: throw .noAnswer
    }
  }

  /// Notes the result of the announcement, or the loss of the server.
  ///
  /// - Returns: Whether a managing server was lost.
  @discardableResult
  func note(_ serverStatus: ServerStatus) -> Bool {
    let (wasManaged, isDirty) = state.withLock { state in
      defer { state.serverStatus = serverStatus }
      if case .managed = state.serverStatus { return (true, state.isDirty) }
      return (false, state.isDirty)
    }
    answered.set()
    if case .managed = serverStatus, isDirty { sendDirty(true) }
    return wasManaged && serverStatus == .lost
  }

  /// Whether a project was opened and can be saved.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  func noteOpened() { state.withLock { $0.isOpen = true } }
}

// MARK: - Sending

extension NSMCore {
  func send(_ path: String, _ arguments: [OSCArgument]) {
    socket.send(OSCMessage(path, arguments), to: server)
  }

  func sendIfManaged(
    _ capability: NSMCapabilities, _ name: String, _ arguments: [OSCArgument] = []
  ) {
    guard isManaged, identity.capabilities.isSuperset(of: capability) else { return }
    send("/nsm/client/\(name)", arguments)
  }

  func setDirty(_ isDirty: Bool) {
    let isChanged = state.withLock { state in
      defer { state.isDirty = isDirty }
      return state.isDirty != isDirty
    }
    if isChanged { sendDirty(isDirty) }
  }

  private func sendDirty(_ isDirty: Bool) {
    sendIfManaged(.dirty, isDirty ? "is_dirty" : "is_clean")
  }
}

// MARK: - The thread

extension NSMCore {
  func noteThread() { thread.store(UInt(pthread_self()), ordering: .releasing) }

  func noteEnd() { ended.set() }

  func stop() { stopping.set() }

  func close() {
    stop()
    // A handler that closes its own client runs on the thread that would be waited for.
    guard thread.load(ordering: .acquiring) != UInt(pthread_self()) else { return }
    _ = ended.wait(milliseconds: -1)
  }
}
