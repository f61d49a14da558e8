internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoJACK

/// A JACK client of the engine, with its name and ports, which return when the server does.
///
/// Thread: control unless stated otherwise.
@safe final class EngineClient: Sendable {
  /// A port to register.
  struct PortPlan: Sendable {
    let name: String
    let prettyName: String
    let kind: JACKPortKind
    let direction: JACKPortDirection
    /// The common properties of a device's ports.
    var group: String?
    /// A display name that is unique in the client, or nil for `prettyName`.
    var longName: String?
    /// Its loudspeaker, if known.
    var designation: ChannelDesignation?

    /// Whether it is the same port, regardless of its display name.
    func isSame(as other: PortPlan) -> Bool {
      name == other.name && kind == other.kind && direction == other.direction
    }
  }

  struct State: Sendable {
    /// The first name that JACK gave, which is requested again.
    var name: String?
    var client: JACKClient?
    var plan: [PortPlan]
    var prettyName: String
    /// The ports in the order of the plan.
    var ports: [JACKPort] = []
    var free: (@Sendable () -> Void)?
    /// JACK's threads of the open client.
    var threads: [pthread_t] = []
  }

  let wantedName: String
  let state: Mutex<State>
  private let latencyFrames = Atomic(0)

  /// Plans a client without opening it.
  init(name: String, prettyName: String, plan: [PortPlan]) {
    wantedName = Self.sanitized(name)
    state = Mutex(State(plan: plan, prettyName: prettyName))
  }

  deinit { close() }

  /// A name that JACK accepts: not empty, without a colon, and with room for a number at the end.
  static func sanitized(_ name: String) -> String {
    var result = ""
    for character in name where character != ":" && character != "\0" {
      guard result.utf8.count + character.utf8.count <= 48 else { break }
      result.append(character)
    }
    return result.isEmpty ? "Tenuto" : result
  }

  /// The client, or nil while it is not open.
  ///
  /// Thread: any.
  var client: JACKClient? { state.withLock { $0.client } }

  /// The name that other programs see, or nil before the first server.
  ///
  /// Thread: any.
  var name: String? { state.withLock { $0.name } }

  /// The ports that it has, or will have.
  var plan: [PortPlan] { state.withLock { $0.plan } }

  /// The ports in the order of the plan; empty while it is not open.
  var ports: [JACKPort] { state.withLock { $0.ports } }

  /// The full name of one of its ports.
  func fullName(_ port: String) -> String { "\(name ?? wantedName):\(port)" }

  /// Frames from its inputs to its outputs; make the server request it after a change.
  ///
  /// Thread: any.
  var latency: Int {
    get { latencyFrames.load(ordering: .relaxed) }
    set { latencyFrames.store(newValue, ordering: .relaxed) }
  }

  /// Opens the client and registers its ports without activating it.
  ///
  /// - Throws: The error of `JACKClient.init` or `registerPort`; the client is not open then.
  func open(
    serverName: String?, _ notifications: JACKNotifications
  ) throws(JACKError) {
    let client = try makeClient(serverName)
    var ports: [JACKPort] = []
    do throws(JACKError) {
      for entry in plan {
        ports.append(
          try client.registerPort(entry.name, kind: entry.kind, direction: entry.direction))
      }
      try client.setNotifications(complete(notifications, client))
    } catch {
      client.close()
      throw error
    }
    state.withLock { state in
      state.name = client.name
      state.client = client
      state.ports = ports
    }
    client.removeFormerProperties()
    describe(client)
  }

  private func makeClient(_ serverName: String?) throws(JACKError) -> JACKClient {
    guard let name else { return try JACKClient(name: wantedName, serverName: serverName) }
    do throws(JACKError) {
      return try JACKClient(name: name, serverName: serverName, isNameExact: true)
    } catch {
      guard error.code == .nameInUse else { throw error }
      return try JACKClient(name: wantedName, serverName: serverName)
    }
  }

  /// Adds the callbacks of every client of the engine: it reports latencies and notes its threads.
  private func complete(
    _ notifications: JACKNotifications, _ client: JACKClient
  ) -> JACKNotifications {
    var wanted = notifications
    wanted.latency = { [weak self, weak client] direction in
      guard let self else { return }
      let ports = self.ports
      try? client?.reportLatency(
        latency, inputs: ports.filter { $0.direction == .input },
        outputs: ports.filter { $0.direction == .output }, direction)
    }
    state.withLock { $0.threads = [] }
    wanted.threadStart = { [weak self] in
      tenuto_flush_subnormals()
      let thread = pthread_self()
      self?.state.withLock { $0.threads.append(thread) }
    }
    return wanted
  }

  /// Sets the function of the process thread, once per opening.
  ///
  /// - Throws: `.requestRefused`, `.closed` or `.serverEnded`.
  func setProcessThread<Context: ~Copyable>(
    _ function: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    _ context: consuming Context
  ) throws(JACKError) {
    guard let client else { throw .closed(wantedName) }
    try unsafe client.setProcessThread(function, context: keep(context))
  }

  /// Moves a callback's context into memory that lives until the client is closed.
  private func keep<Context: ~Copyable>(
    _ context: consuming Context
  ) -> UnsafeMutablePointer<Context> {
    let place = UnsafeMutablePointer<Context>.allocate(capacity: 1)
    unsafe place.initialize(to: context)
    nonisolated(unsafe) let memory = unsafe place  // freed after the last callback
    state.withLock { state in
      state.free = {
        unsafe memory.deinitialize(count: 1)
        unsafe memory.deallocate()
      }
    }
    return unsafe place
  }

  /// Closes the client; the plan stays.
  ///
  /// No callback runs after it has returned.
  func close() {
    let (client, free) = state.withLock { state in
      defer {
        state.client = nil
        state.free = nil
        state.ports = []
        state.threads = []
      }
      return (state.client, state.free)
    }
    client?.close()
    free?()
  }
}

extension EngineClient {
  /// The realtime priority of the client's render thread, or nil.
  ///
  /// Only while the client is active: of its threads, the render thread has the highest priority.
  var realtimePriority: Int32? {
    state.withLock { state in
      guard state.client?.isActive == true else { return nil }
      return state.threads.compactMap(Self.priority).max()
    }
  }

  private static func priority(of thread: pthread_t) -> Int32? {
    var policy: CInt = 0
    var parameter = sched_param()
    guard unsafe pthread_getschedparam(thread, &policy, &parameter) == 0,
      policy == SCHED_FIFO || policy == SCHED_RR
    else { return nil }
    return parameter.sched_priority
  }
}
