internal import Glibc
internal import Synchronization
internal import TenutoMIDI

/// Runs a session's core on the network thread, with one or two sockets and the system's clock.
///
/// Thread: any but render.
final class SessionRunner: NetworkMember {
  /// Receives the core's effects other than datagrams, on the network thread.
  typealias Handler = @Sendable (SessionEffect) -> Void

  private let core: Mutex<any SessionCore>
  private let control: UDPSocket
  /// The socket for the streams of an AppleMIDI session, at the next port.
  private let data: UDPSocket?
  private let isStopped = Atomic<Bool>(false)
  private let isEnding = Atomic<Bool>(false)
  /// Changes requested by other threads, to be applied on the network thread.
  private let requests = Mutex<[@Sendable (inout any SessionCore, UInt64) -> Void]>([])
  /// The core's deadline; 0 if requests wait.
  private let due = Atomic<UInt64>(0)
  private let pause = Atomic<UInt64>(0)
  private let handler: Handler
  private let end = Semaphore()

  /// The sockets that the network thread polls.
  let descriptors: [Int32]

  /// Binds the ports and starts.
  init(
    core: any SessionCore, port: UInt16, hasDataPort: Bool, interface: String?,
    handler: @escaping Handler
  ) throws(NetworkMIDIError) {
    if hasDataPort {
      (control, data) = try Self.sockets(port: port, interface: interface)
    } else {
      (control, data) = try (UDPSocket(port: port, interface: interface), nil)
    }
    descriptors = [control.descriptor] + [data].compactMap { $0?.descriptor }
    self.core = Mutex(core)
    self.handler = handler
    try NetworkThread.shared.add(self)
  }

  /// The control port; the data port follows it.
  var port: UInt16 { control.port }

  /// Binds two consecutive ports; tries several if any port is allowed.
  private static func sockets(
    port: UInt16, interface: String?
  ) throws(NetworkMIDIError) -> (UDPSocket, UDPSocket) {
    guard port < .max else {
      throw NetworkMIDIError(.port, "Port 65535 leaves no port for the data; choose a lower one.")
    }
    guard port == 0 else {
      return try (
        UDPSocket(port: port, interface: interface), UDPSocket(port: port + 1, interface: interface)
      )
    }
    for _ in 0..<32 {
      let control = try UDPSocket(port: 0, interface: interface)
      guard control.port < .max else { continue }
      if let data = try? UDPSocket(port: control.port + 1, interface: interface) {
        return (control, data)
      }
    }
    throw NetworkMIDIError(.port, "No two consecutive UDP ports are free; choose a port.")
  }
}

// MARK: - Calls of other threads

extension SessionRunner {
  /// Reads from the core.
  func read<Value: Sendable>(_ body: (any SessionCore) -> Value) -> Value {
    core.withLock { body($0) }
  }

  /// Queues a change of the core for the network thread.
  func change(_ body: @escaping @Sendable (inout any SessionCore, _ now: UInt64) -> Void) {
    requests.withLock { requests in
      requests.append(body)
      due.store(0, ordering: .sequentiallyConsistent)
    }
    NetworkThread.shared.wake()
  }

  /// Sends packets with times in nanoseconds; returns false if a peer's queue is full.
  func send(_ packets: [HostTimedUMP]) -> Bool {
    let (isTaken, effects, deadline) = core.withLock { core in
      let isTaken = core.send(packets)
      core.flush(at: NetworkClock.now)
      return (isTaken, core.takeEffects(), noteDeadline(of: core))
    }
    for case .send(let bytes, let port, let address) in effects { send(bytes, port, address) }
    // The thread may be sleeping past the stream's new deadline.
    NetworkThread.shared.wake(before: deadline)
    return isTaken
  }

  /// Ends all connections, and waits until the network thread has removed the session.
  func stop() {
    guard !isStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
    // The goodbyes come first: the thread removes the session once it sees the flag.
    change { core, now in core.disconnectAll(at: now) }
    isEnding.store(true, ordering: .sequentiallyConsistent)
    NetworkThread.shared.wake()
    if !NetworkThread.shared.isCurrent { end.wait() }
  }
}

// MARK: - The network thread

extension SessionRunner {
  var longestPause: UInt64 { pause.load(ordering: .relaxed) }

  func serve(at now: UInt64) -> UInt64? {
    let isLast = isEnding.load(ordering: .sequentiallyConsistent)
    let deadline = due.load(ordering: .sequentiallyConsistent)
    guard now >= deadline || isLast else { return deadline }
    let waiting = requests.withLock { requests in
      due.store(.max, ordering: .sequentiallyConsistent)
      defer { requests = [] }
      return requests
    }
    perform { core, now in
      for request in waiting { request(&core, now) }
      core.tick(at: now)
    }
    return isLast ? nil : due.load(ordering: .sequentiallyConsistent)
  }

  func receive(_ count: Int, of batch: DatagramBatch, on socket: Int, at now: UInt64) {
    let port: SessionPort = socket == 0 ? .control : .data
    perform { core, now in
      for index in 0..<count {
        guard let (bytes, address) = batch.datagram(index) else { continue }
        core.receive(bytes, from: address, on: port, at: now)
      }
    }
  }

  func hasLeft() { end.post() }

  private func perform(_ body: (inout any SessionCore, UInt64) -> Void) {
    let effects = core.withLock { core in
      body(&core, NetworkClock.now)
      _ = noteDeadline(of: core)
      return core.takeEffects()
    }
    for effect in effects {
      if case .send(let bytes, let port, let address) = effect {
        send(bytes, port, address)
      } else {
        handler(effect)
      }
    }
  }

  /// Publishes the core's deadline, under its lock.
  private func noteDeadline(of core: any SessionCore) -> UInt64 {
    let deadline = core.deadline ?? .max
    pause.store(core.longestPause, ordering: .relaxed)
    let old = due.load(ordering: .sequentiallyConsistent)
    // A request in the meantime has set 0, which must stay.
    if old != 0 {
      _ = due.compareExchange(
        expected: old, desired: deadline, ordering: .sequentiallyConsistent)
    }
    return deadline
  }

  private func send(_ bytes: [UInt8], _ port: SessionPort, _ address: NetworkAddress) {
    (port == .control ? control : data ?? control).send(bytes, to: address)
  }
}

/// A POSIX semaphore.
@safe final class Semaphore: @unchecked Sendable {  // threads may share a semaphore
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(semaphore, 0, 0) }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func post() { unsafe sem_post(semaphore) }

  func wait() { while unsafe sem_wait(semaphore) != 0 && errno == EINTR {} }
}
